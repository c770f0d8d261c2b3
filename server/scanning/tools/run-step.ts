import { homedir } from "node:os";
import { inJobFolder } from "../engines/shared/process/job-folder.ts";
import { lastOutput, runTool } from "../engines/shared/process/run-tool.ts";
import type { Outcome } from "./recipe.ts";

type Step = {
	file: string;
	args: readonly string[];
	env?: Record<string, string>;
	signal: AbortSignal;
	timeMs: number;
	onLine?: (line: string) => void;
};

const OUTPUT_BYTES = 8_000_000;
/** An operator's mirrors, proxies and certificates. Installers get nothing else from our environment. */
const PASSED_ON =
	/^(path|pip_.*|.*_proxy|ssl_cert_.*|requests_ca_bundle|node_extra_ca_certs|node_use_env_proxy|tmpdir)$/i;

/**
 * Runs one command of an installation, at a low priority like every tool, in its own folder: Python runs modules from the current one,
 * and anyone may put files into a shared one. None of its processes are left when this resolves.
 */
export const runStep = (step: Step): Promise<Outcome> => inJobFolder((folder) => runIn(folder, step));

async function runIn(folder: string, { file, args, env, signal, timeMs, onLine }: Step): Promise<Outcome> {
	const passedOn = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
	const end = await runTool({
		file,
		args,
		folder,
		env: { ...(Object.fromEntries(passedOn) as Record<string, string>), HOME: homedir(), ...env },
		signal,
		timeMs,
		outputBytes: OUTPUT_BYTES,
		...(onLine && { onLine }),
	});
	if (end.status === "exited" && end.code === 0) return { ok: true };
	if (end.status === "stopped") {
		const why = end.why === "time" ? `It took longer than ${timeMs / 60_000} minutes.` : "It was stopped.";
		return { ok: false, why };
	}
	const said = end.status === "not-started" ? end.reason : lastOutput(end, folder);
	return { ok: false, why: said === "" ? `${file} failed without a message.` : said };
}
