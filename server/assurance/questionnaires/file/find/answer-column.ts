import { type ColumnProfile, profileOf } from "./column-profile.ts";
import type { Grid, GridRow } from "./grid.ts";
import { isOurs, type Role } from "./head-words.ts";
import { type Head, ratedAt } from "./heads.ts";
import { bestOf, type Scored, share } from "./points.ts";
import { isQuestion } from "./question-words.ts";

/** What a heading says for and against a column of answers, for each point of its rate. */
const BY_HEAD: Readonly<Record<Role, number>> = {
	question: -3,
	answer: 5,
	comments: 2,
	id: -3,
	section: -2,
	other: -7,
};
/** A column of answers has at least so many points: otherwise the table has none yet. */
const LEAST = 1;

/** Where the answers go, and the comments on those that accept only certain words. */
export type AnswerColumns = { answer: number; comments?: number };

/** The columns for the answers to these questions. The answer's may be right of the table if it has none. */
export function answerColumns(
	grid: Grid,
	asked: readonly GridRow[],
	columns: readonly number[],
	question: number,
	head: Head | undefined,
): AnswerColumns {
	const last = head ? question : lastMerged(grid, asked, question);
	const beyond = Math.max(grid.lastColumn, last) + 1;
	const scored = columns
		.filter((column) => column < question || (column > last && column < beyond))
		.map((column): Scored => {
			const profile = profileOf(grid, asked, column);
			return { profile, points: points(profile, question, head) };
		});
	const found = head ? bestOf(scored, LEAST) : firstOpen(scored, last);
	const answer = found?.column ?? beyond;
	const comments = bestOf(commentsFrom(scored, answer, head), LEAST)?.column;
	return { answer, ...(comments !== undefined && { comments }) };
}

/** How much speaks for a column taking the answers. */
function points(profile: ColumnProfile, question: number, head: Head | undefined): number {
	const { column, rows, filled, sentences, asks, listed, blocked } = profile;
	const rated = ratedAt(head, column);
	const text = head?.texts[column] ?? "";
	// Texts in a column that nothing names belong to others; in one for answers they are answers.
	const unnamed = head === undefined || isQuestion(text) ? 0 : -3 - 3 * share(sentences + asks, rows);
	return (
		(rated ? BY_HEAD[rated.role] * rated.rate : unnamed) +
		(text !== "" && isOurs(text) ? 1 : 0) +
		5 * share(rows - filled, rows) -
		10 * share(blocked, rows) +
		3 * share(listed, rows) +
		(column > question ? 1.5 : -1) -
		Math.min(1, Math.abs(column - question) * 0.1)
	);
}

/** Columns for free text beside the answers; one that is named so counts for more. */
function commentsFrom(scored: readonly Scored[], answer: number, head: Head | undefined): Scored[] {
	return scored.flatMap(({ profile, points }) => {
		const { column, listed } = profile;
		const role = ratedAt(head, column)?.role;
		if (column === answer || listed > 0) return [];
		if (role === "comments") return [{ profile, points: points + 2 }];
		if (role === "answer") return [{ profile, points }];
		if (role !== undefined) return [];
		if (isQuestion(head?.texts[column] ?? "")) return [{ profile, points }];
		// A heading that we do not know may be one for comments, if it follows the list and nothing is in its cells.
		const isOpen = column > answer && head?.texts[column] !== "" && profile.filled === 0;
		return isOpen ? [{ profile, points: points - 1 }] : [];
	});
}

/** Without headings: the first column to the right that is not already full, or else the first of all. */
function firstOpen(scored: readonly Scored[], last: number): ColumnProfile | undefined {
	const right = scored.filter(({ profile: { column } }) => column > last);
	const open = right.find(({ profile: { filled, rows } }) => filled * 2 < rows);
	return (open ?? right[0])?.profile;
}

function lastMerged(grid: Grid, asked: readonly GridRow[], question: number): number {
	return Math.max(question, ...asked.slice(0, 50).map(({ no }) => grid.mergedAt(no, question)?.right ?? question));
}
