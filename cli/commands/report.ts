import { CommandError, EXIT, type ExitCode } from "#contract/command-line.ts";
import type { ReportFormat } from "#contract/reports/reports.ts";
import type { Api } from "../api.ts";
import { makeReport } from "../make-report.ts";
import { readScan } from "../read-scan.ts";
import type { System } from "../system.ts";

export type ReportCommand = { name: "report"; scan: string; format: ReportFormat; out: string };

export async function runReport(system: System, api: Api, command: ReportCommand): Promise<ExitCode> {
	const { scan } = await readScan(api, command.scan);
	if (scan.status !== "completed") throw new CommandError(EXIT.usage, `The scan is ${scan.status}: it has no report.`);
	await system.writeFile(command.out, await makeReport(system, api, { scan, format: command.format }));
	system.note(`Written to ${command.out}.`);
	return EXIT.ok;
}
