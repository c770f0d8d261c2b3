import { REQUIREMENT_STANDING_LABELS, REQUIREMENT_STANDINGS } from "#contract/controls/standing.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { DECISION_STATES, type FrameworkDetail, standingText } from "#contract/frameworks/frameworks.ts";
import { isOwn } from "#contract/frameworks/pack.ts";
import { isUnjustified } from "#contract/frameworks/statement.ts";
import type { Block, Cell, DocumentSection, ReportDocument } from "#server/platform/paper/document/document.ts";
import { STANDINGS_EXPLAINED } from "../../controls/standings-explained.ts";
import { paper, type Whose } from "../paper.ts";
import {
	controlKey,
	controlStandingText,
	controlsText,
	DECISION_LABELS,
	decisionText,
	isByDefault,
	ownersText,
	reasonText,
	type StatementRow,
	statementRows,
	statusText,
} from "./statement-rows.ts";

/**
 * Which requirements apply and why, which do not and why, and what was done about those that do. What cannot be left out is not in it.
 * It never says that a requirement is met.
 */
export function statementDocument(whose: Whose, framework: FrameworkDetail): ReportDocument {
	const { decidable: rows } = statementRows(framework);
	const groups = Map.groupBy(rows, ({ heading }) => (heading ? `${heading.id} ${heading.title}` : ""));
	const document = paper(whose, {
		kind: "Statement of Applicability",
		framework,
		sections: [
			{ id: "result", heading: "In short", blocks: shortBlocks(framework, rows) },
			...[...groups].map(
				([heading, own], at): DocumentSection => ({
					id: `part-${at + 1}`,
					heading: heading || (groups.size === 1 ? "Requirements" : "Others"),
					blocks: [requirementTable(framework, own)],
				}),
			),
			{ id: "controls", heading: "Key to control codes", blocks: [keyTable(rows)] },
			{
				id: "limits",
				heading: "What this is, and what it is not",
				blocks: [{ type: "list", items: limits(framework, rows) }],
			},
		],
	});
	return { ...document, meta: [...document.meta, ...approvalFacts(framework)] };
}

/** The version that was approved, by whom and when; or that none was. */
function approvalFacts({ statement: { approvals, changed } }: FrameworkDetail): [string, string][] {
	const [newest] = approvals;
	if (!newest) return [["Version", "Draft, not approved yet"]];
	const by = `${newest.by.name || "a deleted account"}, ${dayText(newest.approvedAt, "utc")}`;
	return changed?.length === 0
		? [
				["Version", String(newest.version)],
				["Approved by", by],
			]
		: [
				["Version", `Draft after version ${newest.version}`],
				[`Version ${newest.version} approved by`, by],
			];
}

function limits({ id, always, source }: FrameworkDetail, rows: readonly StatementRow[]): string[] {
	return [
		"It lists what was decided about each requirement, and what controls, scans and evidence show today. It is not an audit, a certificate or legal advice.",
		...(always ? [`${always.name} always apply, and are not part of this statement.`] : []),
		...(isOwn(id) ? ["Titles are those of the file that the framework was added from; long ones are shortened."] : []),
		...(!isOwn(id) && rows.some(({ official }) => !official?.title)
			? [`Titles are in our own words where no official ones were loaded. The official words are in ${source.title}.`]
			: []),
		...(rows.some(isByDefault)
			? [
					"“(default)” marks reasons that follow from where the controls came from: other frameworks that they serve, or our catalog of good practice. No one has confirmed them.",
				]
			: []),
	];
}

function shortBlocks(framework: FrameworkDetail, rows: readonly StatementRow[]): Block[] {
	const { units, always, decisions, statement } = framework;
	const { undecided } = decisions;
	const unjustified = rows.filter(isUnjustified).length;
	const changed = statement.changed?.length ?? 0;
	const missing = [
		...(undecided > 0
			? [`${counted(undecided, "requirement")} ${undecided === 1 ? "is" : "are"} not decided yet.`]
			: []),
		...(unjustified > 0
			? [`${counted(unjustified, "requirement")} ${unjustified === 1 ? "applies" : "apply"} without a reason.`]
			: []),
	];
	const [newest] = statement.approvals;
	return [
		{
			type: "facts",
			items: [
				[always ? "All requirements" : `All ${units}`, String(rows.length)],
				...DECISION_STATES.map((state): [string, string] => [DECISION_LABELS[state], String(decisions[state])]),
				["Reviewed", String(decisions.reviewed)],
			],
		},
		...(missing.length > 0 ? [{ type: "note" as const, title: "This statement is not complete", lines: missing }] : []),
		...(newest && changed > 0
			? [
					{
						type: "note" as const,
						title: `Changed since version ${newest.version} was approved`,
						lines: [(statement.changed ?? []).join(", ")],
					},
				]
			: []),
		{
			type: "table",
			caption: "How requirements stand that apply or are not decided yet",
			columns: REQUIREMENT_STANDINGS.map((standing) => ({ head: REQUIREMENT_STANDING_LABELS[standing], share: 1 })),
			rows: [
				REQUIREMENT_STANDINGS.map((standing) =>
					String(rows.filter((row) => row.decision?.state !== "not-applicable" && row.standing === standing).length),
				),
			],
		},
		{
			type: "paragraph",
			tone: "quiet",
			text: STANDINGS_EXPLAINED,
		},
	];
}

function requirementTable({ units, always }: FrameworkDetail, rows: readonly StatementRow[]): Block {
	return {
		type: "table",
		caption: always ? counted(rows.length, "requirement") : `${rows.length} of the ${units}`,
		columns: [
			{ head: "ID", share: 1.7 },
			{ head: "Requirement", share: 3.2 },
			{ head: "Decision", share: 2.2 },
			{ head: "Why", share: 3.4 },
			{ head: "Implementation · standing", share: 2.6 },
			{ head: "Responsible", share: 2.2 },
			{ head: "Controls", share: 1.8 },
		],
		rows: rows.map((row): Cell[] => [
			row.id,
			row.title,
			decisionLine(row),
			[reasonText(row), row.decision?.justification ?? ""].filter(Boolean).join(". "),
			[statusText(row), standingText(row)].filter(Boolean).join(" · "),
			ownersText(row),
			controlsText(row),
		]),
	};
}

const keyTable = (rows: readonly StatementRow[]): Block => {
	const controls = controlKey(rows);
	return controls.length === 0
		? { type: "paragraph", text: "No control serves these requirements yet." }
		: {
				type: "table",
				caption: counted(controls.length, "control"),
				columns: [
					{ head: "Code", share: 1.2 },
					{ head: "Control", share: 6 },
					{ head: "Owner", share: 2.4 },
					{ head: "Standing", share: 2.2 },
				],
				rows: controls.map((control): Cell[] => [
					control.code,
					control.title,
					control.owner?.name ?? "",
					controlStandingText(control),
				]),
			};
};

function decisionLine(row: StatementRow): string {
	const reviewedOn = row.decision?.reviewedOn ?? null;
	return reviewedOn === null ? decisionText(row) : `${decisionText(row)}, reviewed ${dayText(reviewedOn, "utc")}`;
}
