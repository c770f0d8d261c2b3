import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startPractice } from "#server/scanning/practice/practice.ts";
import { shellTool } from "../../support/engines/shell-tool.ts";
import { freePorts } from "../../support/free-ports.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

type Said = { what: "begun" } | { what: "ended"; ending: string };

/** A process that runs one scan. */
type ScanningWorker = {
	process: ChildProcess;
	begun: Promise<unknown>;
	/** How its scan ended: its coverage, or why it failed. Undefined if the process was killed before that. */
	ended: Promise<string | undefined>;
};

/** A machine whose workers scan a practice target with a stand-in for ZAP: a script that starts the real program, as ZAP's does. */
export type ZapMachine = {
	/** Workers' own folder for temporary files. */
	temporary: string;
	start(): ScanningWorker;
	/** What the plans' runs were called with, oldest first. */
	calls(): Promise<string[]>;
	close(): Promise<void>;
};

export async function startZapMachine(): Promise<ZapMachine> {
	const folder = await scratchFolder("orphans");
	const [httpPort, httpsPort] = await freePorts();
	const practice = await startPractice({ httpPort, httpsPort });
	const temporary = join(folder, "tmp");
	await mkdir(temporary);
	const log = join(folder, "calls");
	await writeFile(log, "");
	const fake = join(import.meta.dirname, "../../fixtures/engines/fake-zap.mjs");
	// It is deaf to SIGTERM, needs a moment to end after its work, and stays for minutes if its worker is gone, as a real one did.
	const script = `trap "" TERM
case "$*" in *-version*) echo 2.17.0; exit 0 ;; esac
echo "$*" >> "${log}"
"${process.execPath}" "${fake}" good "$@"
sleep 0.3
kill -0 "$PPID" 2>/dev/null || sleep 200`;
	const path = await shellTool(folder, "zap.sh", script);
	return {
		temporary,
		start() {
			const worker = fork(join(import.meta.dirname, "worker.ts"), [path, String(httpPort)], {
				env: { ...process.env, TMPDIR: temporary },
			});
			const gone = once(worker, "exit");
			const begun = Promise.withResolvers<void>();
			let ending: string | undefined;
			worker.on("message", (said: Said) => {
				if (said.what === "begun") begun.resolve();
				else ending = said.ending;
			});
			return {
				process: worker,
				begun: Promise.race([begun.promise, gone]),
				ended: gone.then(() => ending),
			};
		},
		calls: async () => (await readFile(log, "utf8")).split("\n").filter(Boolean),
		close: practice.close,
	};
}

/** What runs have left in the workers' folder. A place that was never given its second name is empty, and stays. */
export const leftIn = async (temporary: string): Promise<string[]> =>
	(await readdir(temporary)).filter((name) => !name.startsWith(".plumbline-new-"));
