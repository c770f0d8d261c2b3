import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { descendants, outlive } from "./orphans/descendants.ts";
import type { Wire } from "./wire.ts";

export type Role = "api" | "worker";

/** A server process that its supervisor restarts whenever it ends, as an operator's would. */
export type Supervised = {
	role: Role;
	/** Where an API process answers. */
	url: string;
	/** Its connection to the database. */
	wire: Wire;
	/** Ends that nobody asked for after it was ready, with the last output. */
	crashes: string[];
	/** Resolves with the tools that outlived a process that was killed, as sentences. */
	orphans(): Promise<string[]>;
	/** How often it ended before it was ready: without its database a process cannot start. */
	failedStarts(): number;
	/** Resolves once it is ready; immediately if it already is. */
	ready(): Promise<void>;
	kill9(): Promise<void>;
	/** Kills a process that it started, such as a scan tool. False if it has none now. */
	killChild(): boolean;
	freeze(): void;
	thaw(): void;
	setClock(offsetMs: number): void;
	stop(): Promise<void>;
};

const KEPT_OUTPUT = 20_000;

export function supervise(role: Role, url: string, wire: Wire, env: Record<string, string>): Supervised {
	const crashes: string[] = [];
	const outliving: Promise<number[]>[] = [];
	let wanted = true;
	let killed = false;
	let failedStarts = 0;
	let output = "";
	let clockOffsetMs = 0;
	let child = start();
	let ready = untilReady(child);

	function start(): ChildProcess {
		const started = spawn(process.execPath, ["tests/faults/server.ts"], {
			env: { ...process.env, ...env, ROLE: role },
			stdio: ["ignore", "pipe", "pipe", "ipc"],
		});
		const read = (chunk: Buffer) => {
			output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
		};
		started.stdout?.on("data", read);
		started.stderr?.on("data", read);
		let isReady = false;
		started.once("message", () => {
			isReady = true;
		});
		started.once("exit", (code, signal) => {
			if (!wanted) return;
			if (!killed && isReady) crashes.push(`${role} ended with ${code ?? signal}:\n${output.slice(-3_000)}`);
			if (!killed && !isReady) failedStarts += 1;
			killed = false;
			child = start();
			ready = untilReady(child);
		});
		return started;
	}

	/** A process that cannot start, because the database is away, exits; this waits for the next one. */
	async function untilReady(starting: ChildProcess): Promise<void> {
		const isReady = await Promise.race([
			once(starting, "message").then(() => true),
			once(starting, "exit").then(() => false),
		]);
		if (!isReady) return;
		if (clockOffsetMs !== 0) starting.send({ clockOffsetMs });
	}

	return {
		role,
		url,
		wire,
		crashes,
		orphans: async () =>
			(await Promise.all(outliving)).flat().map((pid) => `Process ${pid} outlived the ${role} that started it`),
		failedStarts: () => failedStarts,
		async ready() {
			for (let waited: Promise<void> | undefined; waited !== ready; ) {
				waited = ready;
				await waited;
			}
		},
		async kill9() {
			killed = true;
			const dying = child;
			const ended = once(dying, "exit");
			const tools = descendants(dying.pid ?? 0);
			dying.kill("SIGKILL");
			await ended;
			outliving.push(outlive(tools));
		},
		killChild() {
			// A tool before what watches over it, which started later.
			const [pid] = descendants(child.pid ?? 0);
			if (pid === undefined) return false;
			try {
				process.kill(pid, "SIGKILL");
				return true;
			} catch {
				// It ended in the meantime.
				return false;
			}
		},
		freeze: () => void child.kill("SIGSTOP"),
		thaw: () => void child.kill("SIGCONT"),
		setClock(offsetMs) {
			clockOffsetMs = offsetMs;
			if (child.connected) child.send({ clockOffsetMs });
		},
		async stop() {
			wanted = false;
			child.kill("SIGCONT");
			const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
			child.kill("SIGTERM");
			const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
			await ended;
			clearTimeout(late);
		},
	};
}
