import { type Csv, csvOf } from "#contract/csv.ts";
import {
	type DecisionState,
	type FrameworkDetail,
	type RequirementDetail,
	standingText,
} from "#contract/frameworks/frameworks.ts";
import type { Sheet } from "#server/platform/files/xlsx/xlsx-file.ts";

export const DECISION_LABELS: Readonly<Record<DecisionState, string>> = {
	undecided: "Not decided yet",
	applicable: "Applicable",
	"not-applicable": "Not applicable",
};

/** A requirement in the statement, with its top-level heading. */
export type StatementRow = RequirementDetail & { heading: Pick<RequirementDetail, "id" | "title"> | null };

/** All requirements that can be decided, in the framework's order. */
export function statementRows({ all }: Pick<FrameworkDetail, "all">): StatementRow[] {
	const byId = new Map(all.map((each) => [each.id, each]));
	const topOf = (one: RequirementDetail): RequirementDetail => {
		const above = one.parent === null ? undefined : byId.get(one.parent);
		return above ? topOf(above) : one;
	};
	return all
		.filter(({ isHeading }) => !isHeading)
		.map((one) => {
			const top = topOf(one);
			return { ...one, heading: top === one ? null : { id: top.id, title: top.title } };
		});
}

export const decisionText = ({ decision }: StatementRow): string => DECISION_LABELS[decision?.state ?? "undecided"];
/** Codes of those that are not retired. */
export const controlsText = ({ controls }: StatementRow): string =>
	controls
		.filter(({ state }) => state !== "retired")
		.map(({ code }) => code)
		.join(", ");

/** Headings, the fields below them, and their widths. */
const COLUMNS: readonly [head: string, text: (row: StatementRow) => string, width: number][] = [
	["ID", ({ id }) => id, 14],
	["Requirement, in our words", ({ title }) => title, 40],
	["Under", ({ heading }) => (heading ? `${heading.id} ${heading.title}` : ""), 28],
	["Decision", decisionText, 16],
	["Justification", ({ decision }) => decision?.justification ?? "", 50],
	["Decided by", ({ decision }) => decision?.by?.name ?? "", 20],
	["Decided on", ({ decision }) => decision?.saidAt?.slice(0, 10) ?? "", 12],
	["Reviewed on", ({ decision }) => decision?.reviewedOn ?? "", 12],
	["Standing", standingText, 18],
	["Controls", controlsText, 24],
	["Evidence", ({ evidence }) => String(evidence), 10],
];

const STATEMENT_CSV: Csv<StatementRow> = csvOf(Object.fromEntries(COLUMNS.map(([head, text]) => [head, text])));

export const statementCsv = (detail: FrameworkDetail): string =>
	[STATEMENT_CSV.head, ...statementRows(detail).map(STATEMENT_CSV.line)].join("");

export const statementSheet = (detail: FrameworkDetail): Sheet => ({
	name: "Statement of applicability",
	columns: COLUMNS.map(([head, , width]) => ({ head, width })),
	rows: statementRows(detail).map((row) => COLUMNS.map(([, text]) => text(row))),
});
