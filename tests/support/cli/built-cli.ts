import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { build } from "vite";
import { scratchFolder } from "../scratch-folder.ts";

export type Ended = { code: number | null; out: string; err: string };

/** Builds the command line and runs the file as a user would. */
export async function buildCli() {
	const folder = await scratchFolder("cli");
	await build({ configFile: "cli/vite.config.ts", logLevel: "warn", build: { outDir: folder, emptyOutDir: false } });
	const start = (args: readonly string[], env: Record<string, string>) => {
		const child = spawn(process.execPath, [join(folder, "plumbline.mjs"), ...args], {
			env: { PATH: process.env.PATH ?? "", ...env },
			stdio: ["ignore", "pipe", "pipe"],
		});
		const said = { out: "", err: "" };
		child.stdout.on("data", (chunk) => {
			said.out += chunk;
		});
		child.stderr.on("data", (chunk) => {
			said.err += chunk;
		});
		const ended = once(child, "close").then(([code]): Ended => ({ code, ...said }));
		return { said, ended, interrupt: () => child.kill("SIGINT") };
	};
	return { folder, start, run: (args: readonly string[], env: Record<string, string>) => start(args, env).ended };
}
