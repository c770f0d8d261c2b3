import { ASSESSMENT_STATE_LABELS } from "#contract/assessments/state.ts";
import { ruleOf } from "#contract/controls/without-control.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { FRAMEWORK_NAMES, FRAMEWORKS, type Framework } from "#contract/reports/reports.ts";
import type { Block, Cell, DocumentSection, ReportDocument } from "#server/platform/paper/document/document.ts";
import { type ReportedStanding, STANDING_LABELS } from "#server/platform/paper/standing-labels.ts";
import { denominator, seenOf } from "../../findings/denominator.ts";
import { type JudgedControl, judgeControls } from "../../findings/judge-controls.ts";
import { clientName, clientsInScope, hasSeveralClients } from "../data/clients.ts";
import { hostsInScope, hostsOf, inState, type ReportProblem } from "../data/figures.ts";
import { groupFindings } from "../data/group-findings.ts";
import type { ReportAssessment, ReportData } from "../data/report-data.ts";
import { coverageBlocks, leftOut, limitsSection } from "./common-sections.ts";
import { framed, listed } from "./frame.ts";

const ROWS = 300;
const HOSTS_NAMED = 20;
const MARKS = 10;
const LONG_ID = 16;

/** What readers must know about a framework before they use its table. */
const REMARKS: Partial<Record<Framework, string>> = {
	ndpa: "A scan can support Nigeria’s data protection audit returns as evidence that security is tested. Filing them requires a licensed compliance organization (DPCO). Cite the Act’s own text: section numbers differ between older toolkits.",
	"pci-dss":
		"These scans support internal work on requirements 6.3.1 and 11.3.1. They are not an external scan by an approved vendor (11.3.2), and no table here is an assessment result.",
};

/** Findings by the controls they are evidence against. It never says that a control is met. */
export function complianceReport(data: ReportData): ReportDocument {
	const judged = judgeControls({ ...data, hosts: hostsInScope(data) });
	const against = new Set(judged.flatMap(({ rules }) => rules));
	const evidence = groupFindings(
		inState(data.findings, "open", "accepted").filter(({ finding }) => against.has(ruleOf(finding))),
	);
	const document = framed(data, [
		{ id: "result", heading: "In short", blocks: shortBlocks(data.frameworks, judged) },
		...data.frameworks.map((framework): DocumentSection => {
			const own = judged.filter((control) => control.framework === framework);
			const remark = REMARKS[framework];
			return {
				id: framework,
				heading: FRAMEWORK_NAMES[framework],
				blocks: [
					{ type: "paragraph", text: denominator(framework, own) },
					...(remark ? [{ type: "paragraph" as const, tone: "quiet" as const, text: remark }] : []),
					controlTable(own, evidence),
				],
			};
		}),
		{ id: "evidence", heading: "Evidence", blocks: evidenceBlocks(judged, evidence) },
		...assessmentSection(data),
		{ id: "coverage", heading: "Coverage", blocks: [...coverageBlocks(data), ...hostsByClient(data)] },
		limitsSection,
	]);
	const names = data.frameworks.map((framework) => FRAMEWORK_NAMES[framework]);
	const about = names.length === FRAMEWORKS.length ? `All ${names.length} frameworks` : listed(names);
	return { ...document, meta: [...document.meta, ["About", about]] };
}

function shortBlocks(frameworks: readonly Framework[], judged: readonly JudgedControl[]): Block[] {
	const count = (framework: Framework, standing: ReportedStanding) =>
		String(judged.filter((control) => control.framework === framework && control.standing === standing).length);
	return [
		{
			type: "table",
			caption: "What scans from outside can say",
			columns: [
				{ head: "Framework", share: 3.6 },
				{ head: "Seen from outside", share: 5 },
				{ head: STANDING_LABELS["evidence-against"], share: 2.4 },
				{ head: STANDING_LABELS["none-seen"], share: 1.8 },
				{ head: STANDING_LABELS["not-evaluated"], share: 2.2 },
			],
			rows: frameworks.map((framework) => [
				FRAMEWORK_NAMES[framework],
				seenOf(framework),
				count(framework, "evidence-against"),
				count(framework, "none-seen"),
				count(framework, "not-evaluated"),
			]),
		},
		{
			type: "note",
			title: "What this is, and what it is not",
			lines: [
				"It lists the controls that scans from outside can say something about, and what they found. It is not an audit, a certificate or legal advice.",
				"“Evidence against” means that a finding contradicts the control. “None seen” means that scans looked and saw nothing against it, which does not show that the control is met. “Not evaluated” means that no scan in scope looked.",
			],
		},
	];
}

/** What people answered, beside what scans saw; left out if nobody answered anything. */
function assessmentSection({ assessments }: ReportData): DocumentSection[] {
	if (assessments.length === 0) return [];
	const signedText = ({ signed, revision }: ReportAssessment): string =>
		signed ? `Revision ${revision}, ${dayText(signed.at, "utc")}` : "";
	const about = ({ title, client, subject }: ReportAssessment): string =>
		[title, subject, client].filter((text) => text !== "").join(", ");
	return [
		{
			id: "assessments",
			heading: "Assessments",
			blocks: [
				{ type: "paragraph", text: "What people answered. It is their word and what they showed, not what scans saw." },
				{
					type: "table",
					caption: counted(assessments.length, "assessment"),
					columns: [
						{ head: "Assessment", share: 4 },
						{ head: "Template", share: 3 },
						{ head: "State", share: 1.6 },
						{ head: "Answered", share: 1.5 },
						{ head: "Gaps", share: 1 },
						{ head: "Signed", share: 2.4 },
					],
					rows: assessments.map((one): Cell[] => [
						about(one),
						one.template,
						ASSESSMENT_STATE_LABELS[one.state],
						`${one.answered} of ${one.asked}`,
						String(one.gaps),
						signedText(one),
					]),
				},
			],
		},
	];
}

function controlTable(controls: readonly JudgedControl[], evidence: readonly ReportProblem[]): Block {
	const closing = ({ closing, rules }: JudgedControl): Cell => {
		const marks = evidence.filter(({ first }) => rules.includes(ruleOf(first.finding))).map(({ mark }) => mark);
		if (marks.length === 0) return closing;
		const more = marks.length > MARKS ? ` and ${marks.length - MARKS} more` : "";
		return { before: "Fix ", marks: marks.slice(0, MARKS), after: `${more}, then scan again.` };
	};
	/** So that no id is broken across lines. */
	const idShare = controls.some(({ id }) => id.length > LONG_ID) ? 3.1 : 2;
	return {
		type: "table",
		caption: counted(controls.length, "control"),
		columns: [
			{ head: "Control", share: idShare },
			{ head: "In our words", share: 6.3 - idShare },
			{ head: "Standing", share: 3.3 },
			{ head: "Why", share: 3.6 },
			{ head: "To close it", share: 2.8 },
		],
		rows: controls.map((control) => [
			control.id,
			control.about,
			{ standing: control.standing },
			control.reason,
			closing(control),
		]),
	};
}

function evidenceBlocks(judged: readonly JudgedControl[], evidence: readonly ReportProblem[]): Block[] {
	if (evidence.length === 0)
		return [{ type: "paragraph", text: "No open finding is evidence against a control in this list." }];
	return [
		{
			type: "table",
			caption: leftOut(
				"Open findings and accepted risks, with the controls they are evidence against",
				evidence.length,
				ROWS,
			),
			columns: [
				{ head: "Mark", share: 1 },
				{ head: "Severity", share: 1.8 },
				{ head: "Finding", share: 3.6 },
				{ head: "Hosts", share: 3 },
				{ head: "To close it", share: 4 },
				{ head: "Controls", share: 3.2 },
			],
			rows: evidence.slice(0, ROWS).map(({ mark, severity, first, findings }) => {
				const controls = judged.filter(({ rules }) => rules.includes(ruleOf(first.finding))).map(({ id }) => id);
				const hosts = hostsOf(findings);
				const where = hosts.length > 3 ? [...hosts.slice(0, 3), `${hosts.length - 3} more`] : hosts;
				return [
					{ mark },
					{ severity },
					first.finding.title,
					listed(where),
					first.finding.fix.owner,
					controls.join(", "),
				];
			}),
		},
	];
}

/** Each host's client, if they are not all the same. */
function hostsByClient(data: ReportData): Block[] {
	if (!hasSeveralClients(data)) return [];
	const clients = clientsInScope(data);
	const columns = [
		{ head: "Client", share: 3 },
		{ head: "Hosts", share: 8 },
	];
	const rows = clients.slice(0, ROWS).map((name): Cell[] => {
		const hosts = data.targets.filter(({ client }) => client === name).map(({ host }) => host);
		const more = hosts.length - HOSTS_NAMED;
		return [
			clientName(data, name),
			more > 0 ? `${hosts.slice(0, HOSTS_NAMED).join(", ")} and ${more} more` : listed(hosts),
		];
	});
	return [{ type: "table", caption: leftOut("Hosts by client", clients.length, ROWS), columns, rows }];
}
