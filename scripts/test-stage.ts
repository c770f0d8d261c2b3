import { spawn } from "node:child_process";

/** Where the output of programs that run side by side is shown as if they ran one after another. */
export type Stage = {
	/**
	 * Runs a program and shows what it prints: at once if no earlier one is on the stage, otherwise from when it is its turn.
	 * `lastLine` comes behind it. Resolves with whether it ended with code 0.
	 */
	run(
		title: string,
		program: string,
		args: string[],
		env: NodeJS.ProcessEnv,
		lastLine: (status: number | null) => string,
	): Promise<boolean>;
};

type Act = { waiting: (string | Uint8Array)[]; ended: boolean };

const LEFT_BEHIND_MS = 5_000;

export function createStage(out: { write(chunk: string | Uint8Array): unknown }): Stage {
	/** In the order in which they began; only the first is seen. */
	const acts: Act[] = [];

	function print(act: Act, chunk: string | Uint8Array): void {
		if (act === acts[0]) out.write(chunk);
		else act.waiting.push(chunk);
	}

	function end(act: Act): void {
		act.ended = true;
		while (acts[0]?.ended) {
			acts.shift();
			for (const chunk of acts[0]?.waiting.splice(0) ?? []) out.write(chunk);
		}
	}

	return {
		run(title, program, args, env, lastLine) {
			const act: Act = { waiting: [], ended: false };
			acts.push(act);
			print(act, `\n── ${title}\n`);
			const child = spawn(program, args, { stdio: ["inherit", "pipe", "pipe"], env });
			child.stdout.on("data", (chunk: Buffer) => print(act, chunk));
			child.stderr.on("data", (chunk: Buffer) => print(act, chunk));
			return new Promise((resolve) => {
				const finish = (status: number | null, why = "") => {
					print(act, why + lastLine(status));
					end(act);
					resolve(status === 0);
				};
				child.once("error", (error) => finish(null, `${error}\n`));
				child.once("close", (status) => finish(status));
				// A process that was left behind may hold its output open for as long as it lives.
				child.once("exit", () =>
					setTimeout(() => {
						child.stdout.destroy();
						child.stderr.destroy();
					}, LEFT_BEHIND_MS).unref(),
				);
			});
		},
	};
}
