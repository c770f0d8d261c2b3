import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterFile } from "../after-file.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { until } from "../until.ts";

/**
 * Both write to `log` that they started, and end once `go` exists: tests decide how long they take. `fail` makes them fail with its text.
 */
const STEP = (name: string, work: string) => `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
appendFileSync("log", "${name} " + process.pid + "\\n");
while (!existsSync("go")) await new Promise((resolve) => setTimeout(resolve, 10));
if (existsSync("fail-${name}")) {
	console.error(readFileSync("fail-${name}", "utf8"));
	process.exit(1);
}
${work}
`;
const BUILD = STEP(
	"build",
	`const out = process.argv[process.argv.indexOf("--outDir") + 1];
writeFileSync(out + "/index.html", "pages of " + readFileSync("index.html", "utf8"));
writeFileSync(out + "/sw.js", "worker");`,
);
const INSTALL = STEP(
	"install",
	`mkdirSync("node_modules/vite/bin", { recursive: true });
writeFileSync("node_modules/vite/bin/vite.js", ${JSON.stringify(BUILD)});
writeFileSync("node_modules/vite/package.json", JSON.stringify({ type: "module" }));`,
);
/** Ends on SIGTERM, or when the launcher is gone, like the real one. */
const SERVER = `
import { appendFileSync } from "node:fs";
const end = () => process.exit(0);
process.on("SIGTERM", end);
process.on("disconnect", end);
appendFileSync("log", "server " + process.pid + " " + process.env.PAGES_DIR + "\\n");
console.log("ready");
setInterval(() => {}, 1000);
`;
export type Started = {
	process: ChildProcess;
	output(): string;
	/** Resolves with its exit code, or the signal that ended it. */
	ended: Promise<number | string | null>;
};

/** A small working copy with the real launcher, in which stand-ins do the installing, building and serving. */
export async function standIn() {
	const root = await scratchFolder("launch");
	await cp("scripts/launch.mjs", join(root, "scripts/launch.mjs"));
	await cp("scripts/launch", join(root, "scripts/launch"), { recursive: true });
	const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
	await mkdir(join(root, "server/app"), { recursive: true });
	const files = {
		"package.json": JSON.stringify({ type: "module", scripts: { start: scripts.start } }),
		"package-lock.json": "{}",
		"index.html": "one",
		"npm.mjs": INSTALL,
		"npm-cli.js": 'await import("./npm.mjs");',
		"server/app/main.ts": SERVER,
	};
	const write = (name: string, text: string) => writeFile(join(root, name), text);
	const read = (name: string) => readFile(join(root, name), "utf8").catch(() => "");
	for (const [name, text] of Object.entries(files)) await write(name, text);
	await write("log", "");

	function run(program: string, args: string[], env: Record<string, string> = {}): Started {
		const { npm_lifecycle_event: _, PAGES_DIR: _pages, ...own } = process.env;
		const child = spawn(program, args, {
			cwd: root,
			env: { ...own, npm_execpath: join(root, "npm-cli.js"), RETENTION_DAYS: "", VITE_LEAD_CAPTURE: "", ...env },
			stdio: ["ignore", "pipe", "pipe"],
			detached: true,
		});
		afterFile(async () => kill(-(child.pid ?? 0), "SIGKILL"));
		let output = "";
		for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
		const ended = new Promise<number | string | null>((resolve) =>
			child.once("close", (code, signal) => resolve(code ?? signal)),
		);
		return { process: child, output: () => output, ended };
	}

	return {
		root,
		write,
		read,
		run,
		launch: (command: string, env?: Record<string, string>) =>
			run(process.execPath, ["scripts/launch.mjs", command], env),
		/** Lets steps end, from now on. */
		go: () => write("go", ""),
		/** From now on, steps wait again. */
		hold: () => rm(join(root, "go")),
		/** The process ids started so far under this name. */
		async pids(name: string): Promise<number[]> {
			const lines = (await read("log")).split("\n").map((line) => line.split(" "));
			return lines.filter(([step]) => step === name).map(([, pid]) => Number(pid));
		},
		/** Resolves with the process id of the `count`th start under this name. */
		async began(name: string, count = 1): Promise<number> {
			return until(async () => (await this.pids(name))[count - 1], `${name} ${count}`);
		},
	};
}

/** Whether there was a process, or a group with this negative number, to get the signal. */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(pid, signal);
	} catch {
		return false;
	}
}

export const isAlive = (pid: number): boolean => kill(pid, 0);

const gone = (pid: number) => until(async () => !isAlive(pid), `the end of process ${pid}`);

/** Resolves when the process group has no process. */
export const groupGone = (leader: number) => gone(-leader);
