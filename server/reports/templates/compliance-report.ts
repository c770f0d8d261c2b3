import { counted } from "#contract/format/count.ts";
import { FRAMEWORKS } from "../../findings/controls.ts";
import { type JudgedControl, judgeControls, STANDING_LABELS } from "../../findings/judge-controls.ts";
import { hostsOf, inState, type ReportProblem } from "../data/figures.ts";
import { groupFindings } from "../data/group-findings.ts";
import type { ReportData } from "../data/report-data.ts";
import type { Block, DocumentSection, ReportDocument } from "../document/document.ts";
import { coverageBlocks, leftOut, limitsSection } from "./common-sections.ts";
import { framed, listed } from "./frame.ts";

const ROWS = 300;

/** What readers must know about a framework before they use its table. */
const REMARKS: Partial<Record<(typeof FRAMEWORKS)[number], string>> = {
	"NDPA 2023 / GAID 2025":
		"A scan can support Nigeria’s data protection audit returns as evidence that security is tested. Filing them requires a licensed compliance organization (DPCO). Cite the Act’s own text: section numbers differ between older toolkits.",
	"PCI DSS 4.0.1":
		"These scans support internal work on requirements 6.3.1 and 11.3.1. They are not an external scan by an approved vendor (11.3.2), and no table here is an assessment result.",
};

/** Findings by the controls they are evidence against. It never says that a control is met. */
export function complianceReport(data: ReportData): ReportDocument {
	const judged = judgeControls(data);
	const problems = groupFindings(inState(data.findings, "open", "accepted"));
	return framed(data, [
		{ id: "result", heading: "In short", blocks: shortBlocks(judged) },
		...FRAMEWORKS.map((framework, index): DocumentSection => {
			const own = judged.filter((control) => control.framework === framework);
			const remark = REMARKS[framework];
			return {
				id: `framework-${index + 1}`,
				heading: framework,
				blocks: [
					...(remark ? [{ type: "paragraph" as const, tone: "quiet" as const, text: remark }] : []),
					controlTable(own),
				],
			};
		}),
		{ id: "evidence", heading: "Evidence", blocks: evidenceBlocks(judged, problems) },
		{ id: "coverage", heading: "Coverage", blocks: coverageBlocks(data) },
		limitsSection,
	]);
}

function shortBlocks(judged: readonly JudgedControl[]): Block[] {
	const count = (framework: string, standing: JudgedControl["standing"]) =>
		String(judged.filter((control) => control.framework === framework && control.standing === standing).length);
	return [
		{
			type: "note",
			title: "What this is, and what it is not",
			lines: [
				"It lists the controls that scans from outside can say something about, and what they found. It is not an audit, a certificate or legal advice.",
				"“Evidence against” means that a finding contradicts the control. “None seen” means that scans looked and saw nothing against it, which does not show that the control is met. “Not evaluated” means that no scan in scope looked.",
			],
		},
		{
			type: "table",
			caption: "Controls by status",
			columns: [
				{ head: "Framework", share: 5 },
				{ head: STANDING_LABELS["evidence-against"], share: 3 },
				{ head: STANDING_LABELS["none-seen"], share: 2 },
				{ head: STANDING_LABELS["not-evaluated"], share: 2.6 },
			],
			rows: FRAMEWORKS.map((framework) => [
				framework,
				count(framework, "evidence-against"),
				count(framework, "none-seen"),
				count(framework, "not-evaluated"),
			]),
		},
	];
}

const controlTable = (controls: readonly JudgedControl[]): Block => ({
	type: "table",
	caption: counted(controls.length, "control"),
	columns: [
		{ head: "Control", share: 2.4 },
		{ head: "What it asks for, in our words", share: 3.8 },
		{ head: "Status", share: 2.3 },
		{ head: "Why", share: 6 },
	],
	rows: controls.map(({ id, about, standing, reason }) => [id, about, STANDING_LABELS[standing], reason]),
});

function evidenceBlocks(judged: readonly JudgedControl[], problems: readonly ReportProblem[]): Block[] {
	const rows = problems.flatMap(({ severity, first, findings }) => {
		const controls = judged.filter(({ rules }) => rules.includes(first.finding.rule)).map(({ id }) => id);
		if (controls.length === 0) return [];
		const hosts = hostsOf(findings);
		const where = hosts.length > 3 ? [...hosts.slice(0, 3), `${hosts.length - 3} more`] : hosts;
		return [[{ severity }, first.finding.title, listed(where), controls.join(", ")]];
	});
	if (rows.length === 0)
		return [{ type: "paragraph", text: "No open finding is evidence against a control in this list." }];
	return [
		{
			type: "table",
			caption: leftOut(
				"Open findings and accepted risks, with the controls they are evidence against",
				rows.length,
				ROWS,
			),
			columns: [
				{ head: "Severity", share: 1.7 },
				{ head: "Finding", share: 5 },
				{ head: "Hosts", share: 3 },
				{ head: "Controls", share: 5 },
			],
			rows: rows.slice(0, ROWS),
		},
	];
}
