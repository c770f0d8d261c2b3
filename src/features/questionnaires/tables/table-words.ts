import { counted } from "#contract/format/count.ts";
import type { Mapping, TableUse, UnderstoodTable } from "#contract/questionnaires/mapping.ts";

type Column = UnderstoodTable["columns"][number];

/** `B, Question`, or `B, “Do you encrypt…”` without a heading. */
export function columnLabel({ name, head, sample }: Column): string {
	if (head !== "") return `${name}, ${head}`;
	return sample === ""
		? `${name}, empty`
		: `${name}, “${sample.length > 40 ? `${sample.slice(0, 40).trimEnd()}…` : sample}”`;
}

/** `Questions in B, Question; answers in D, Response.` */
export function tableUseText({ use, layout, columns }: UnderstoodTable): string {
	if (use.use === "nothing") return "Left out.";
	if (layout === "beneath") return "Each answer goes into the row below its question.";
	const label = (column: number) => {
		const found = columns.find((each) => each.column === column);
		return found ? columnLabel(found) : "a new column";
	};
	const comments = use.comments === null ? "" : `; comments in ${label(use.comments)}`;
	return `Questions in ${label(use.question)}; answers in ${label(use.answer)}${comments}.`;
}

/** `12 questions, 3 sections, 12 with a list; 2 rows left out.` */
export function countsText({ counts: { questions, sections, lists, notTaken } }: UnderstoodTable): string {
	const found = [
		questions === 0 ? "No question recognized" : counted(questions, "question"),
		...(sections > 0 ? [counted(sections, "section")] : []),
		...(lists > 0 ? [`${lists.toLocaleString("en")} with a list`] : []),
	].join(", ");
	return notTaken > 0 ? `${found}; ${counted(notTaken, "row")} left out.` : `${found}.`;
}

/** What a person said about tables so far. */
export const mappingOf = (tables: readonly UnderstoodTable[]): Mapping =>
	Object.fromEntries(tables.filter(({ by }) => by === "person").map(({ shape, use }) => [shape, use]));

/** Where to begin with a table that was left out: its first column with words, and the one beside it. */
export function usedFor({ columns, use }: UnderstoodTable): TableUse {
	if (use.use === "questions") return use;
	const wordy = columns.find(({ sample }) => /\s/.test(sample.trim())) ?? columns[0];
	const beside = columns.find(({ column }) => column > (wordy?.column ?? 0));
	return {
		use: "questions",
		question: wordy?.column ?? 0,
		answer: beside?.column ?? columns.length,
		comments: null,
		firstRow: null,
	};
}
