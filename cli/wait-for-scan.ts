import { CommandError, EXIT } from "#contract/command-line.ts";
import type { ScanDetail } from "#contract/findings/findings.ts";
import type { Api } from "./api.ts";
import { readScan } from "./read-scan.ts";
import type { System } from "./system.ts";

const POLL_MS = 2_000;

/** Resolves with the completed scan. */
export async function waitForScan(system: System, api: Api, id: string, timeoutMs: number): Promise<ScanDetail> {
	const until = system.now() + timeoutMs;
	let said = "";
	for (;;) {
		const detail = await readScan(api, id);
		const { status, progress, step, failure } = detail.scan;
		if (status !== said) system.note(`Scan ${id}: ${status}`);
		said = status;
		if (status === "completed") return detail;
		if (status === "failed") {
			throw new CommandError(EXIT.scanFailed, failure?.message ?? "The scan failed.");
		}
		system.progress(`${progress} % ${step}`);
		if (system.now() + POLL_MS > until) {
			const look = `Look at it later with: plumbline findings --scan ${id}`;
			throw new CommandError(EXIT.timeout, `The scan did not end in time. It goes on. ${look}`);
		}
		await system.sleep(POLL_MS);
	}
}
