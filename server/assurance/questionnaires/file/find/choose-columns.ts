import type { TableUse } from "#contract/questionnaires/mapping.ts";
import { type AnswerColumns, answerColumns } from "./answer-column.ts";
import type { Choice } from "./choices.ts";
import { type ColumnProfile, LOOKED_AT, profileColumns } from "./column-profile.ts";
import { cellAt, type Grid, type GridRow } from "./grid.ts";
import { choicesIn } from "./head-words.ts";
import { type Head, ratedAt } from "./heads.ts";
import { type QuestionColumn, questionColumn } from "./question-column.ts";

/** What the columns of a table are for. */
export type Columns = {
	question: number;
	/** Where the answer goes. */
	answer: number;
	/** Beside an answer that accepts only certain words. */
	comments?: number;
	id?: number;
	section?: number;
	/** Left of the question: what it is about, without which it says nothing. */
	subject?: number;
	/** Words that the answer's heading asks for, such as yes and no. */
	choices?: readonly Choice[];
};

/**
 * The columns of a table, by what its cells hold over all rows; a heading is one witness of several. Undefined if no column has
 * questions. `least`: how many of them it must have if no heading says so.
 */
export function chooseColumns(
	grid: Grid,
	rows: readonly GridRow[],
	head: Head | undefined,
	least: number,
): Columns | undefined {
	const profiles = profileColumns(grid, rows, head?.texts.length);
	const asking = questionColumn(grid, rows, profiles, head, least);
	if (!asking) return undefined;
	const { question, subject } = asking;
	const asked = rows.filter((row) => cellAt(row, question).text.trim() !== "").slice(0, LOOKED_AT);
	const others = profiles.filter(
		({ column }) => column !== question && column !== subject && (!grid.isFixed || column <= grid.lastColumn),
	);
	const columns = others.map(({ column }) => column);
	return withOthers(asking, answerColumns(grid, asked, columns, question, head), others, head);
}

/** The columns that a person named, and what the others are beside them. */
export function givenColumns(
	grid: Grid,
	rows: readonly GridRow[],
	head: Head | undefined,
	{ question, answer, comments }: Extract<TableUse, { use: "questions" }>,
): Columns {
	const profiles = profileColumns(grid, rows, head?.texts.length);
	const asking = questionColumn(grid, rows, profiles, head, 1);
	const others = profiles.filter(({ column }) => column !== question && column !== asking?.subject);
	return withOthers(
		asking?.question === question ? asking : { question },
		{ answer, ...(comments !== null && { comments }) },
		others,
		head,
	);
}

function withOthers(
	asking: QuestionColumn,
	{ answer, comments }: AnswerColumns,
	others: readonly ColumnProfile[],
	head: Head | undefined,
): Columns {
	const left = others.filter(({ column }) => column !== answer && column !== comments);
	const id = idColumn(left, answer, head);
	const section = left.find(({ column }) => column !== id && ratedAt(head, column)?.role === "section")?.column;
	const choices = choicesIn(head?.texts[answer] ?? "");
	return {
		...asking,
		answer,
		...(comments !== undefined && { comments }),
		...(id !== undefined && { id }),
		...(section !== undefined && { section }),
		...(choices && { choices }),
	};
}

/** A column of ids has them in most cells; one that is only called so is taken if there is no other. */
function idColumn(left: readonly ColumnProfile[], answer: number, head: Head | undefined): number | undefined {
	const named = left.filter(({ column }) => ratedAt(head, column)?.role === "id");
	const is = ({ filled, ids }: ColumnProfile) => filled > 0 && ids * 3 >= filled * 2;
	return (named.find(is) ?? named[0] ?? left.find((each) => each.column < answer && is(each)))?.column;
}
