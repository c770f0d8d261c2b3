import { CommandError, EXIT } from "#contract/command-line.ts";
import type { ReportAccepted, ReportDetail, ReportFormat, ReportRequest } from "#contract/reports/reports.ts";
import type { ScanSummary } from "#contract/scans/scans.ts";
import type { Api } from "./api.ts";
import type { System } from "./system.ts";

const POLL_MS = 1_000;
const LONGEST_MS = 300_000;

/** The host in what was typed: a URL, `host:port`, a name or an address. */
export function hostOf(target: string): string {
	const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(target) ? target : `http://${target}`;
	// An IPv6 address as typed, without brackets.
	const url = URL.parse(text) ?? URL.parse(`http://[${target}]`);
	if (!url) throw new CommandError(EXIT.usage, `No host can be read from the target ${target}.`);
	return url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
}

const dayOf = (time: string) => time.slice(0, 10);

/** A vulnerability assessment of the scan's host on the scan's days, as a file. */
export async function makeReport(
	system: System,
	api: Api,
	{ scan, format }: { scan: ScanSummary; format: ReportFormat },
): Promise<Uint8Array> {
	const body: ReportRequest = {
		template: "vulnerability-assessment",
		hosts: [hostOf(scan.target)],
		clients: [],
		from: dayOf(scan.acceptedAt),
		...(scan.finishedAt !== null && { to: dayOf(scan.finishedAt) }),
	};
	const asked = await api({ path: "reports/", body, key: system.newKey() });
	const { reportId } = ((await asked.json()) as ReportAccepted).receipt;
	const until = system.now() + LONGEST_MS;
	for (;;) {
		const { report } = (await (await api({ path: `reports/${reportId}/` })).json()) as ReportDetail;
		if (report.status === "completed") break;
		if (report.status === "failed") {
			throw new CommandError(EXIT.scanFailed, report.failure ?? "The report could not be made.");
		}
		if (system.now() > until) throw new CommandError(EXIT.timeout, "The report was not made in time.");
		await system.sleep(POLL_MS);
	}
	const file = await api({ path: `reports/${reportId}/files/${format}/` });
	return new Uint8Array(await file.arrayBuffer());
}
