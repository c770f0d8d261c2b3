import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmod } from "node:fs/promises";
import { resolve } from "node:path";
import { freePort, freePortPair } from "../free-ports.ts";
import { scratchFolder } from "../scratch-folder.ts";

/** A separate Plumbline server: a process like a user's, with its own data directory and database. */
export type Plumbline = {
	/** The public address it announced; empty for a worker, which has none. */
	url: string;
	/** Where it really listens, unless it is a worker. */
	listening: string;
	varDir: string;
	/** Everything it printed so far. */
	output(): string;
	/** Ends it as an operator would, and waits. Resolves with the exit code. */
	stop(): Promise<number | null>;
	/** Ends it like a power failure, which leaves its database server behind. */
	kill9(): Promise<void>;
};

/** One server as `npm start` runs it: two processes. */
export type SingleServer = Plumbline & {
	/** The process that was started. */
	pid: number;
	/** Closes its channel, as the death of the launcher does. Resolves with the exit code. */
	orphan(): Promise<number | null>;
	/** The process that it runs scans in, if there is one at the moment. */
	workerPid(): number | undefined;
	practicePort: number;
};

const exited = (child: ChildProcess) =>
	new Promise<number | null>((resolve) => {
		if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
		else child.once("exit", (code) => resolve(code));
	});

/** The child process of `parent` with this command line. */
function childOf(parent: number, commandLine: RegExp): number | undefined {
	const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
	const found = stdout
		.split("\n")
		.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
		.find((parts) => Number(parts?.[2]) === parent && commandLine.test(parts?.[3] ?? ""));
	return found ? Number(found[1]) : undefined;
}

/** A data directory that PostgreSQL's own user can enter when the tests run as root. */
export async function newVarDir(): Promise<string> {
	const folder = await scratchFolder("test");
	await chmod(folder, 0o755);
	return folder;
}

/** Dozens of processes in a run load the same modules: what one of them has compiled, the others read. */
const COMPILED = { NODE_COMPILE_CACHE: resolve("node_modules/.cache/compiled") };

/** A program other than the product's own, or a user other than the one who runs the tests. */
type Launch = { program?: string; uid?: number; gid?: number };

/** Starts a server and resolves when it says that it is ready; rejects with its output if it ends before that. */
export async function startPlumbline(
	env: Record<string, string> = {},
	{ program = "server/app/main.ts", ...user }: Launch = {},
): Promise<SingleServer> {
	const port = env.PORT ?? String(await freePort());
	const varDir = env.VAR_DIR ?? (await newVarDir());
	const practicePort = env.PRACTICE_PORT ?? String(await freePortPair());
	const child = spawn(process.execPath, [program], {
		...user,
		env: {
			...COMPILED,
			...process.env,
			ENGINES: "off",
			PORT: port,
			VAR_DIR: varDir,
			PRACTICE_PORT: practicePort,
			...env,
		},
		stdio: ["ignore", "pipe", "pipe", "ipc"],
	});
	let output = "";
	const url = await new Promise<string>((resolve, reject) => {
		const read = (chunk: Buffer) => {
			output += chunk.toString();
			const ready = /ready (?:at (http\S+)|to work)/.exec(output);
			if (ready) resolve((ready[1] ?? "").replace(/\/$/, ""));
		};
		child.stdout?.on("data", read);
		child.stderr?.on("data", read);
		child.once("exit", (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${output}`)));
	});
	const workerPid = () => childOf(child.pid ?? 0, /worker[\w/-]*\.ts/);
	return {
		url,
		listening: `http://127.0.0.1:${port}`,
		varDir,
		pid: child.pid ?? 0,
		workerPid,
		practicePort: Number(practicePort),
		output: () => output,
		async stop() {
			child.kill("SIGTERM");
			return exited(child);
		},
		async orphan() {
			child.disconnect();
			return exited(child);
		},
		async kill9() {
			const worker = workerPid();
			child.kill("SIGKILL");
			if (worker !== undefined) process.kill(worker, "SIGKILL");
			await exited(child);
		},
	};
}

/** Ends a server as an operator would, and fails unless it exits cleanly. */
export async function endInOrder(server: Plumbline): Promise<void> {
	const code = await server.stop();
	// On a busy machine it may not wait for everything to end, and exits with 1. Nothing may be lost then, either.
	const wasLate = server.output().includes("Not everything ended in");
	if (code !== 0 && !wasLate) throw new Error(`A server ended with ${code}:\n${server.output()}`);
}
