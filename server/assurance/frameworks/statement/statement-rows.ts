import { CONTROL_STATE_LABELS } from "#contract/controls/controls.ts";
import { STANDING_LABELS } from "#contract/controls/standing.ts";
import { type Csv, csvOf } from "#contract/csv.ts";
import {
	countedControls,
	type DecisionState,
	type FrameworkDetail,
	type RequirementDetail,
	reviewText,
	standingText,
} from "#contract/frameworks/frameworks.ts";
import { isInStatement, reasonsOf, reasonsText } from "#contract/frameworks/statement.ts";
import type { Sheet, SheetCell } from "#server/platform/files/xlsx/xlsx-file.ts";
import { implementationText, responsibleText } from "./implementation.ts";

export const DECISION_LABELS: Readonly<Record<DecisionState, string>> = {
	undecided: "Not decided yet",
	applicable: "Applicable",
	"not-applicable": "Not applicable",
};

/** A requirement in the statement, with its top-level heading. `title`: the official one, if the workspace loaded it. */
export type StatementRow = RequirementDetail & { heading: Pick<RequirementDetail, "id" | "title"> | null };

/** All requirements, in the framework's order: those to decide about, and those that always apply. */
export function statementRows({ all }: Pick<FrameworkDetail, "all">): {
	decidable: StatementRow[];
	always: StatementRow[];
} {
	const byId = new Map(all.map((each) => [each.id, each]));
	const topOf = (one: RequirementDetail): RequirementDetail => {
		const above = one.parent === null ? undefined : byId.get(one.parent);
		return above ? topOf(above) : one;
	};
	const rowOf = (one: RequirementDetail): StatementRow => {
		const top = topOf(one);
		return { ...one, title: titleOf(one), heading: top === one ? null : { id: top.id, title: titleOf(top) } };
	};
	return {
		decidable: all.filter(isInStatement).map(rowOf),
		always: all.filter(({ isHeading, always }) => always && !isHeading).map(rowOf),
	};
}

/** The official one, if the workspace loaded it. */
export const titleOf = ({ official, title }: Pick<RequirementDetail, "official" | "title">): string =>
	official?.title || title;

export const decisionText = ({ decision }: StatementRow): string => DECISION_LABELS[decision?.state ?? "undecided"];

/** `Law, contract`; “(default)” where they follow from its controls and have not been confirmed. */
export function reasonText(row: StatementRow): string {
	const reasons = reasonsText(reasonsOf(row));
	return isByDefault(row) ? `${reasons} (default)` : reasons;
}

export const isByDefault = (row: StatementRow): boolean =>
	reasonsOf(row).length > 0 && row.decision?.reasons.length === 0;

const applies = ({ decision }: StatementRow): boolean => decision?.state !== "not-applicable";

export const statusText = (row: StatementRow): string => (applies(row) ? implementationText(row) : "");
export const ownersText = (row: StatementRow): string => (applies(row) ? responsibleText(row) : "");
/** Codes of those that are not retired. */
export const controlsText = ({ controls }: StatementRow): string =>
	countedControls(controls)
		.map(({ code }) => code)
		.join(", ");

/** What the codes in a statement mean: each control once, by code. */
export function controlKey(rows: readonly StatementRow[]): RequirementDetail["controls"] {
	const all = rows.flatMap(({ controls }) => countedControls(controls));
	return [...new Map(all.map((control) => [control.code, control])).values()].toSorted((a, b) =>
		a.code < b.code ? -1 : 1,
	);
}

/** `Covered by evidence, reviewed by its author`. */
export const controlStandingText = (control: RequirementDetail["controls"][number]): string =>
	`${STANDING_LABELS[control.standing]}${reviewText({ controls: [control] })}`;

type Column<T> = readonly [head: string, cell: (row: T) => SheetCell, width: number];

const dayIn = (day: string | null | undefined): SheetCell => (day ? { day } : "");

const ID: Column<StatementRow> = ["ID", ({ id }) => id, 14];
const TITLE: Column<StatementRow> = ["Requirement", ({ title }) => title, 40];
const UNDER: Column<StatementRow> = ["Under", ({ heading }) => (heading ? `${heading.id} ${heading.title}` : ""), 28];
const STANDS: readonly Column<StatementRow>[] = [
	["Implementation", statusText, 20],
	["Responsible", ownersText, 20],
	["Standing", standingText, 18],
	["Controls", controlsText, 24],
	["Evidence", ({ evidence }) => evidence, 10],
];
const STATEMENT: readonly Column<StatementRow>[] = [
	ID,
	TITLE,
	UNDER,
	["Decision", decisionText, 16],
	["Reason", reasonText, 24],
	["Justification", ({ decision }) => decision?.justification ?? "", 50],
	["Decided by", ({ decision }) => decision?.by?.name ?? "", 20],
	["Decided on", ({ decision }) => dayIn(decision?.saidAt?.slice(0, 10)), 12],
	["Reviewed on", ({ decision }) => dayIn(decision?.reviewedOn), 12],
	...STANDS,
];
const KEY: readonly Column<RequirementDetail["controls"][number]>[] = [
	["Code", ({ code }) => code, 10],
	["Control", ({ title }) => title, 50],
	["State", ({ state }) => CONTROL_STATE_LABELS[state], 16],
	["Owner", ({ owner }) => owner?.name ?? "", 24],
	["Standing", controlStandingText, 20],
];
const VERSIONS: readonly Column<FrameworkDetail["statement"]["approvals"][number]>[] = [
	["Version", ({ version }) => version, 10],
	["Approved by", ({ by }) => by.name, 24],
	["Approved on", ({ approvedAt }) => dayIn(approvedAt.slice(0, 10)), 14],
	["Note", ({ note }) => note, 50],
];

const cellText = (cell: SheetCell): string => (typeof cell === "object" ? cell.day : String(cell));

/** Whom a row is about. Rows of several clients may end up in one table. */
const about = (client: string): Column<StatementRow> => ["Client", () => client, 24];

/** Only what there is to decide about. */
export function statementCsv(detail: FrameworkDetail, client: string): string {
	const { head, line }: Csv<StatementRow> = csvOf(
		Object.fromEntries(
			[...STATEMENT, about(client)].map(([head, cell]) => [head, (row: StatementRow) => cellText(cell(row))]),
		),
	);
	return [head, ...statementRows(detail).decidable.map(line)].join("");
}

function sheetOf<T>(name: string, columns: readonly Column<T>[], rows: readonly T[]): Sheet {
	return {
		name,
		columns: columns.map(([head, , width]) => ({ head, width })),
		rows: rows.map((row) => columns.map(([, cell]) => cell(row))),
	};
}

/** The statement, what always applies, what the codes mean, and the approved versions. */
export function statementSheets(detail: FrameworkDetail, client: string): Sheet[] {
	const { decidable, always } = statementRows(detail);
	return [
		sheetOf("Statement of applicability", [...STATEMENT, about(client)], decidable),
		...(always.length > 0
			? [sheetOf(detail.always?.name ?? "Always applies", [ID, TITLE, UNDER, ...STANDS, about(client)], always)]
			: []),
		sheetOf("Controls", KEY, controlKey([...decidable, ...always])),
		sheetOf("Versions", VERSIONS, detail.statement.approvals),
	];
}
