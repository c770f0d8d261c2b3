import { countLine, EXIT, type ExitCode, isAtLeast, type Level, missedLines } from "#contract/command-line.ts";
import { kindOf, type ScanKind } from "#contract/kinds/kinds.ts";
import type { ScanAccepted } from "#contract/scans/scans.ts";
import type { Api } from "../api.ts";
import { junitOf } from "../junit.ts";
import { makeReport } from "../make-report.ts";
import type { System } from "../system.ts";
import { waitForScan } from "../wait-for-scan.ts";

export type ScanCommand = {
	name: "scan";
	target: string;
	kind: ScanKind;
	/** Where the report goes, for kinds that email one. */
	email?: string | undefined;
	wait: boolean;
	failOn?: Level | undefined;
	sarif?: string | undefined;
	junit?: string | undefined;
	timeoutMs: number;
};

export async function runScan(system: System, api: Api, command: ScanCommand): Promise<ExitCode> {
	const { target, kind, email, failOn, sarif, junit } = command;
	const descriptor = kindOf(kind);
	const answer = await api({
		path: descriptor.path,
		body: { [descriptor.target]: target, ...(email !== undefined && { email }) },
		key: system.newKey(),
	});
	const { scanId } = ((await answer.json()) as ScanAccepted).receipt;
	system.print(`${scanId}\n`);
	if (!command.wait) return EXIT.ok;
	system.stopText(`The scan goes on. Look at it with: plumbline findings --scan ${scanId}`);
	const { scan, report } = await waitForScan(system, api, scanId, command.timeoutMs);
	const findings = report?.findings ?? [];
	const parts = report?.parts ?? [];
	if (report?.coverage === "partial") system.note("Not everything could be checked.");
	for (const line of missedLines(parts)) system.note(line);
	if (junit !== undefined) await system.writeFile(junit, junitOf({ target, findings, parts, failOn: failOn ?? "low" }));
	if (sarif !== undefined) await system.writeFile(sarif, await makeReport(system, api, { scan, format: "sarif" }));
	const bad = failOn === undefined ? [] : findings.filter((finding) => isAtLeast(finding, failOn));
	system.note(countLine(findings, failOn));
	return bad.length > 0 ? EXIT.findings : EXIT.ok;
}
