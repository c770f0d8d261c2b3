import { REQUIREMENT_STANDING_LABELS, REQUIREMENT_STANDINGS } from "#contract/controls/standing.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { DECISION_STATES, type FrameworkDetail, standingText } from "#contract/frameworks/frameworks.ts";
import type { Block, Cell, DocumentSection, ReportDocument } from "#server/platform/paper/document/document.ts";
import { STANDINGS_EXPLAINED } from "../../controls/standings-explained.ts";
import { paper, type Whose } from "../paper.ts";
import { controlsText, DECISION_LABELS, decisionText, type StatementRow, statementRows } from "./statement-rows.ts";

/** Which requirements apply, why others do not, and the standing of those that do. It never says that a requirement is met. */
export function statementDocument(whose: Whose, framework: FrameworkDetail): ReportDocument {
	const rows = statementRows(framework);
	const groups = Map.groupBy(rows, ({ heading }) => (heading ? `${heading.id} ${heading.title}` : ""));
	return paper(whose, {
		kind: "Statement of Applicability",
		framework,
		sections: [
			{ id: "result", heading: "In short", blocks: shortBlocks(framework) },
			...[...groups].map(
				([heading, own], at): DocumentSection => ({
					id: `part-${at + 1}`,
					heading: heading || (groups.size === 1 ? "Requirements" : "Others"),
					blocks: [requirementTable(framework, own)],
				}),
			),
			{
				id: "limits",
				heading: "What this is, and what it is not",
				blocks: [
					{
						type: "list",
						items: [
							"It lists what was decided about each requirement, and what controls, scans and evidence show today. It is not an audit, a certificate or legal advice.",
							`Titles are in our own words. The official words are in ${framework.source.title}.`,
							...framework.notCovered,
						],
					},
				],
			},
		],
	});
}

function shortBlocks({ requirements, units, decisions, standings }: FrameworkDetail): Block[] {
	const undecided = decisions.undecided;
	return [
		{
			type: "facts",
			items: [
				[`All ${units}`, String(requirements)],
				...DECISION_STATES.map((state): [string, string] => [DECISION_LABELS[state], String(decisions[state])]),
				["Reviewed", String(decisions.reviewed)],
			],
		},
		...(undecided > 0
			? [
					{
						type: "note" as const,
						title: "This statement is not complete",
						lines: [`${counted(undecided, "requirement")} ${undecided === 1 ? "is" : "are"} not decided yet.`],
					},
				]
			: []),
		{
			type: "table",
			caption: "How requirements stand that apply or are not decided yet",
			columns: REQUIREMENT_STANDINGS.map((standing) => ({ head: REQUIREMENT_STANDING_LABELS[standing], share: 1 })),
			rows: [REQUIREMENT_STANDINGS.map((standing) => String(standings[standing]))],
		},
		{
			type: "paragraph",
			tone: "quiet",
			text: STANDINGS_EXPLAINED,
		},
	];
}

function requirementTable({ units }: FrameworkDetail, rows: readonly StatementRow[]): Block {
	return {
		type: "table",
		caption: `${rows.length} of the ${units}`,
		columns: [
			{ head: "ID", share: 2.2 },
			{ head: "Requirement, in our words", share: 4 },
			{ head: "Decision", share: 2.1 },
			{ head: "Why", share: 3.6 },
			{ head: "Standing", share: 2 },
			{ head: "Controls", share: 2.2 },
		],
		rows: rows.map((row): Cell[] => [
			row.id,
			row.title,
			decisionLine(row),
			row.decision?.justification ?? "",
			standingText(row),
			controlsText(row),
		]),
	};
}

function decisionLine(row: StatementRow): string {
	const reviewedOn = row.decision?.reviewedOn ?? null;
	return reviewedOn === null ? decisionText(row) : `${decisionText(row)}, reviewed ${dayText(reviewedOn, "utc")}`;
}
