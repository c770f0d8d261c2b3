/** One key press may arrive several times: the terminal sends it to every process, and npm and our launcher pass it on. */
const SAME_SIGNAL_MS = 1_000;
/** SIGTERM promises an end within 10 s, after DRAIN_SECONDS. */
const CLOSE_LIMIT_MS = 9_000;

/** What ends, in this order. */
type Running = { leave(): Promise<void>; close(): Promise<void> };

type EndingDeps = {
	say(text: string): void;
	exit(code: number): void;
	/** In milliseconds, never going back. */
	now(): number;
};

export type Ending = {
	/** SIGTERM or SIGINT. A second one cuts short a drain in progress. */
	signal(): void;
	/** It cannot continue: it ends without a drain, because it could not answer during one. No effect if it is already ending. */
	breakDown(reason: string): void;
};

/** How a process ends: it stops taking work, which may take DRAIN_SECONDS, then it closes, then it exits. */
export function createEnding({ leave, close }: Running, { say, exit, now }: EndingDeps): Ending {
	let state: { is: "running" } | { is: "leaving"; since: number } | { is: "closing" } = { is: "running" };
	const { promise: hurried, resolve: hurry } = Promise.withResolvers<void>();

	async function end(code: number): Promise<void> {
		state = { is: "leaving", since: now() };
		await Promise.race([leave(), hurried]);
		state = { is: "closing" };
		const late = setTimeout(() => {
			say(`Not everything ended in ${CLOSE_LIMIT_MS / 1_000} s; leaving.`);
			exit(1);
		}, CLOSE_LIMIT_MS);
		late.unref();
		await close();
		clearTimeout(late);
		exit(code);
	}

	return {
		signal() {
			if (state.is === "running") return void end(0);
			if (state.is === "closing" || now() - state.since < SAME_SIGNAL_MS) return;
			say("Asked again: ending now, without waiting for DRAIN_SECONDS.");
			hurry();
		},
		breakDown(reason) {
			if (state.is === "closing") return;
			hurry();
			if (state.is === "leaving") return say(`${reason} Ending now, without waiting for DRAIN_SECONDS.`);
			say(`${reason} Leaving; start again to recover.`);
			void end(1);
		},
	};
}
