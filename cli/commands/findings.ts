import { CommandError, EXIT, type ExitCode, findingLine } from "#contract/command-line.ts";
import type { Finding } from "#contract/findings/findings.ts";
import type { FindingPage } from "#contract/findings/vulnerabilities.ts";
import type { Api } from "../api.ts";
import { readScan } from "../read-scan.ts";
import type { System } from "../system.ts";

export type FindingsCommand = {
	name: "findings";
	scan?: string | undefined;
	severity?: string | undefined;
	state?: string | undefined;
	json: boolean;
};

const PAGE = 100;
/** Stops at a list that never ends. */
const MOST_PAGES = 1_000;

type Row = Pick<Finding, "severity" | "title" | "location" | "rule">;

export async function runFindings(system: System, api: Api, command: FindingsCommand): Promise<ExitCode> {
	const rows = command.scan === undefined ? await tracked(api, command) : await ofScan(api, command, command.scan);
	system.print(command.json ? `${JSON.stringify(rows, null, "\t")}\n` : rows.map(findingLine).join(""));
	return EXIT.ok;
}

async function ofScan(api: Api, { severity }: FindingsCommand, id: string): Promise<Row[]> {
	const { scan, report } = await readScan(api, id);
	if (!report) {
		if (scan.status === "failed") throw new CommandError(EXIT.scanFailed, scan.failure?.message ?? "The scan failed.");
		throw new CommandError(EXIT.usage, `The scan is ${scan.status}: it has no findings yet.`);
	}
	const wanted = severity?.split(",");
	return report.findings.filter((finding) => wanted === undefined || wanted.includes(finding.severity));
}

async function tracked(api: Api, { severity, state }: FindingsCommand): Promise<Row[]> {
	const rows: Row[] = [];
	let cursor: string | null = null;
	for (let pages = 0; pages < MOST_PAGES; pages++) {
		const query = new URLSearchParams({ state: state ?? "open", limit: String(PAGE) });
		if (severity !== undefined) query.set("severity", severity);
		if (cursor !== null) query.set("cursor", cursor);
		const page = (await (await api({ path: `findings/?${query}` })).json()) as FindingPage;
		rows.push(...page.findings);
		cursor = page.next;
		if (cursor === null) return rows;
	}
	throw new CommandError(
		EXIT.usage,
		`The server lists more than ${(MOST_PAGES * PAGE).toLocaleString("en-US")} findings. Please ask for fewer with --severity or --state.`,
	);
}
