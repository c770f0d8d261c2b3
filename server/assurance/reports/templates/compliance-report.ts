import { ASSESSMENT_STATE_LABELS } from "#contract/assessments/state.ts";
import { REQUIREMENT_STANDING_LABELS, REQUIREMENT_STANDINGS, STANDING_LABELS } from "#contract/controls/standing.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { type FrameworkDetail, standingText } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { Block, Cell, DocumentSection, ReportDocument } from "#server/platform/paper/document/document.ts";
import { STANDINGS_EXPLAINED } from "../../controls/standings-explained.ts";
import { clientName, clientsInScope, hasSeveralClients } from "../data/clients.ts";
import {
	isAgainst,
	type ReportCompliance,
	type ReportControl,
	requirementsOf,
	whyOfRequirement,
} from "../data/compliance.ts";
import { hostsOf, inState, type ReportProblem } from "../data/figures.ts";
import { groupFindings } from "../data/group-findings.ts";
import type { ReportAssessment, ReportData } from "../data/report-data.ts";
import { coverageBlocks, leftOut, limitsSection } from "./common-sections.ts";
import { framed, listed } from "./frame.ts";

const ROWS = 300;
const HOSTS_NAMED = 20;
const FRAMEWORKS_NAMED = 4;
const MARKS = 10;
const LONG_ID = 16;

/** What readers must know about a framework before they use its table. */
const REMARKS: Partial<Record<FrameworkId, string>> = {
	ndpa: "A scan can support Nigeria’s data protection audit returns as evidence that security is tested. Filing them requires a licensed compliance organization (DPCO). Cite the Act’s own text: section numbers differ between older toolkits.",
	"pci-dss":
		"These scans support internal work on requirements 6.3.1 and 11.3.1. They are not an external scan by an approved vendor (11.3.2), and no table here is an assessment result.",
};

/** A control, with the problems in scope that are evidence against it. */
type Judged = { control: ReportControl; problems: readonly ReportProblem[] };

/** How requirements and controls stand, and the findings that are evidence against them. It never says that a requirement is met. */
export function complianceReport(data: ReportData): ReportDocument {
	const present = inState(data.findings, "open", "accepted");
	const evidence = groupFindings(
		present.filter((found) =>
			data.compliance.some((one) => one.controls.some((control) => isAgainst(one, control, found))),
		),
	);
	const parts = data.compliance.map((one) => ({
		one,
		judged: one.controls.map(
			(control): Judged => ({
				control,
				problems: evidence.filter(({ findings }) => findings.some((found) => isAgainst(one, control, found))),
			}),
		),
	}));
	const headed = (heading: string, { client }: ReportCompliance): string =>
		data.compliance.length > 1 ? `${heading}: ${clientName(data, client)}` : heading;
	const document = framed(data, [
		{ id: "result", heading: "In short", blocks: shortBlocks(data) },
		...parts.flatMap(({ one, judged }, at): DocumentSection[] => [
			...one.frameworks.map((framework) => ({
				id: `${framework.id}-${at + 1}`,
				heading: headed(framework.name, one),
				blocks: frameworkBlocks(framework),
			})),
			{ id: `controls-${at + 1}`, heading: headed("Controls", one), blocks: [controlTable(judged)] },
		]),
		...(parts.length === 0
			? []
			: [
					{
						id: "evidence",
						heading: "Evidence",
						blocks: evidenceBlocks(
							parts.flatMap(({ judged }) => judged),
							evidence,
						),
					},
				]),
		...assessmentSection(data),
		{ id: "coverage", heading: "Coverage", blocks: [...coverageBlocks(data), ...hostsByClient(data)] },
		limitsSection,
	]);
	return { ...document, meta: [...document.meta, ["About", aboutText(data)]] };
}

function aboutText({ compliance }: ReportData): string {
	const names = [...new Set(compliance.flatMap(({ frameworks }) => frameworks.map(({ name }) => name)))];
	if (names.length === 0) return "No framework is chosen";
	return names.length > FRAMEWORKS_NAMED ? `${names.length} frameworks` : listed(names);
}

function shortBlocks(data: ReportData): Block[] {
	const { compliance, generatedAt, scope } = data;
	if (compliance.length === 0) {
		return [
			{
				type: "note",
				title: "No framework is chosen",
				lines: [
					"Choose one under Compliance, then request this report again. It will show how each requirement stands.",
				],
			},
		];
	}
	const several = compliance.length > 1;
	const isNarrowed = scope.hosts.length > 0 || scope.from !== null || scope.to !== null;
	return [
		{
			type: "table",
			caption: "How requirements stand that apply or are not decided yet",
			columns: [
				...(several ? [{ head: "Client", share: 2.4 }] : []),
				{ head: "Framework", share: 2.8 },
				...REQUIREMENT_STANDINGS.map((standing) => ({ head: REQUIREMENT_STANDING_LABELS[standing], share: 1.7 })),
			],
			rows: compliance.flatMap(({ client, frameworks }) =>
				frameworks.map(({ name, standings }): Cell[] => [
					...(several ? [clientName(data, client)] : []),
					name,
					...REQUIREMENT_STANDINGS.map((standing) => String(standings[standing])),
				]),
			),
		},
		...(isNarrowed
			? [
					{
						type: "paragraph" as const,
						text: `Standings are those of ${dayText(generatedAt, "utc")}, and count every host. The hosts and days of this report limit the findings, scans and assessments below.`,
					},
				]
			: []),
		{
			type: "note",
			title: "What this is, and what it is not",
			lines: [
				"It lists what controls, scans and evidence show about each requirement. It is not an audit, a certificate or legal advice.",
				STANDINGS_EXPLAINED,
			],
		},
	];
}

function frameworkBlocks(framework: FrameworkDetail): Block[] {
	const { id, units, chosenAt, decisions, standings } = framework;
	const remark = REMARKS[id];
	const requirements = requirementsOf(framework);
	const counts = REQUIREMENT_STANDINGS.filter((standing) => standings[standing] > 0).map(
		(standing) => `${REQUIREMENT_STANDING_LABELS[standing]}: ${standings[standing]}.`,
	);
	const not = decisions["not-applicable"];
	const left = not === 0 ? "" : ` ${not} ${not === 1 ? "does" : "do"} not apply.`;
	/** So that no id is broken across lines. */
	const idShare = requirements.some((one) => one.id.length > LONG_ID) ? 3.1 : 2;
	return [
		{ type: "paragraph", text: `${counts.join(" ")}${left}`.trim() },
		...(chosenAt === null
			? [
					{
						type: "paragraph" as const,
						text: "This framework is not chosen, so controls that would serve it may be missing. Choose it under Compliance to have them proposed.",
					},
				]
			: []),
		...(remark ? [{ type: "paragraph" as const, tone: "quiet" as const, text: remark }] : []),
		{
			type: "table",
			caption: `${requirements.length} ${units}`,
			columns: [
				{ head: "ID", share: idShare },
				{ head: "In our words", share: 7.3 - idShare },
				{ head: "Standing", share: 3.3 },
				{ head: "Why", share: 5.4 },
			],
			rows: requirements.map((one): Cell[] => {
				const word = standingText(one);
				return [
					one.id,
					one.title,
					word === "" || one.standing === null ? "Not applicable" : { standing: one.standing, word },
					whyOfRequirement(one),
				];
			}),
		},
	];
}

function controlTable(judged: readonly Judged[]): Block {
	return {
		type: "table",
		caption: counted(judged.length, "control"),
		columns: [
			{ head: "Control", share: 1.6 },
			{ head: "What to do", share: 4.2 },
			{ head: "Standing", share: 3.3 },
			{ head: "Why", share: 5 },
			{ head: "To close it", share: 2.8 },
		],
		rows: judged.map(({ control, problems }): Cell[] => [
			control.code,
			control.title,
			{ standing: control.standing, word: STANDING_LABELS[control.standing] },
			control.why,
			closing(problems),
		]),
	};
}

function closing(problems: readonly ReportProblem[]): Cell {
	if (problems.length === 0) return "";
	const more = problems.length > MARKS ? ` and ${problems.length - MARKS} more` : "";
	const marks = problems.slice(0, MARKS).map(({ mark }) => mark);
	return { before: "Fix ", marks, after: `${more}, then scan again.` };
}

function evidenceBlocks(judged: readonly Judged[], evidence: readonly ReportProblem[]): Block[] {
	if (evidence.length === 0)
		return [{ type: "paragraph", text: "No open finding in scope is evidence against these controls." }];
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
			rows: evidence.slice(0, ROWS).map((problem) => {
				const { mark, severity, first, findings } = problem;
				const codes = judged.filter(({ problems }) => problems.includes(problem)).map(({ control }) => control.code);
				const hosts = hostsOf(findings);
				const where = hosts.length > 3 ? [...hosts.slice(0, 3), `${hosts.length - 3} more`] : hosts;
				return [
					{ mark },
					{ severity },
					first.finding.title,
					listed(where),
					first.finding.fix.owner,
					[...new Set(codes)].join(", "),
				];
			}),
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
