import { csvOf } from "#contract/csv.ts";
import { FINDING_CSV } from "#contract/findings/finding-csv.ts";
import { type FrameworkDetail, type RequirementDetail, standingText } from "#contract/frameworks/frameworks.ts";
import { clientName } from "../data/clients.ts";
import { requirementsOf, whyOfRequirement } from "../data/compliance.ts";
import type { ReportData, ReportFinding } from "../data/report-data.ts";

type Row = { client: string; framework: FrameworkDetail; requirement: RequirementDetail };

const REQUIREMENT_CSV = csvOf<Row>({
	client: ({ client }) => client,
	framework: ({ framework }) => framework.name,
	requirement: ({ requirement }) => requirement.id,
	about: ({ requirement }) => requirement.title,
	decision: ({ requirement }) => requirement.decision?.state ?? "undecided",
	standing: ({ requirement }) => standingText(requirement),
	reason: ({ requirement }) => whyOfRequirement(requirement),
	evidence: ({ requirement }) => requirement.evidence,
});

/** The data for a spreadsheet: requirements for a compliance report, findings for all others. */
export function csvFile(data: ReportData): string {
	if (data.template === "compliance-report") {
		const rows = data.compliance.flatMap(({ client, frameworks }) =>
			frameworks.flatMap((framework) =>
				requirementsOf(framework).map(
					(requirement): Row => ({ client: clientName(data, client), framework, requirement }),
				),
			),
		);
		return REQUIREMENT_CSV.head + rows.map(REQUIREMENT_CSV.line).join("");
	}
	return FINDING_CSV.head + data.findings.map((row) => FINDING_CSV.line(trackedOf(row))).join("");
}

function trackedOf({ finding, asset: _, isFromFirstLook: _first, ...tracked }: ReportFinding) {
	const { fingerprint, engine, rule, title, severity, confidence, location, cwe } = finding;
	return { ...tracked, fingerprint, engine, rule, title, severity, confidence, location, cwe };
}
