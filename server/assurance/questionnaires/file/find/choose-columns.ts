import type { ColumnProfile } from "./column-profile.ts";
import { profileColumns, profileOf } from "./column-profile.ts";
import { cellAt, type Grid, type GridRow } from "./grid.ts";
import { choicesIn, isOurs } from "./head-words.ts";
import { type Head, ratedAt } from "./heads.ts";
import { isQuestion } from "./question-words.ts";

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
	choices?: readonly string[];
};

type Weights = Readonly<Record<string, number>>;
/** What a heading says for and against a column of questions, for each point of its rate. */
const AS_QUESTION: Weights = { question: 2, answer: -3, comments: -3, id: -3, section: -0.7, other: -7 };
const AS_ANSWER: Weights = { question: -3, answer: 5, comments: 2, id: -3, section: -2, other: -7 };
/** A column of questions has at least so many points: less is a column of something else. */
const LEAST_QUESTION = { headed: 0.5, bare: 3 };
const LEAST_ANSWER = 1;

const share = (count: number, of: number): number => (of === 0 ? 0 : count / of);

/** How much speaks for a column having the questions: what it says over the whole table, and its heading. */
function asQuestion(profile: ColumnProfile, head: Head | undefined): number {
	const { column, rows, filled, asks, sentences, ids, distinct, words, listed } = profile;
	if (filled === 0) return Number.NEGATIVE_INFINITY;
	const rated = ratedAt(head, column);
	return (
		6 * share(asks, filled) +
		4 * share(sentences, filled) +
		Math.min(2, words / filled / 4) +
		3 * share(distinct, filled) -
		3 -
		8 * share(ids, filled) -
		4 * share(listed, rows) +
		3 * share(filled, rows) +
		(rated ? (AS_QUESTION[rated.role] ?? 0) * rated.rate : 0) -
		column * 0.05
	);
}

/** How much speaks for a column taking the answers to these questions. */
function asAnswer(profile: ColumnProfile, question: number, head: Head | undefined): number {
	const { column, rows, filled, sentences, asks, listed, blocked } = profile;
	const rated = ratedAt(head, column);
	const text = head?.texts[column] ?? "";
	const unnamed = head === undefined || isQuestion(text) ? 0 : -3;
	return (
		(rated ? (AS_ANSWER[rated.role] ?? 0) * rated.rate : unnamed) +
		(text !== "" && isOurs(text) ? 1 : 0) +
		5 * share(rows - filled, rows) -
		3 * share(sentences + asks, rows) -
		10 * share(blocked, rows) +
		3 * share(listed, rows) +
		(column > question ? 1.5 : -1) -
		Math.min(1, Math.abs(column - question) * 0.1)
	);
}

type Scored = { profile: ColumnProfile; points: number };
const bestOf = (all: readonly Scored[], least: number): ColumnProfile | undefined =>
	all.reduce<Scored | undefined>(
		(best, each) => (each.points >= least && each.points > (best?.points ?? -99) ? each : best),
		undefined,
	)?.profile;

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
	const first = bestOf(
		profiles.map((profile) => ({ profile, points: asQuestion(profile, head) })),
		head ? LEAST_QUESTION.headed : LEAST_QUESTION.bare,
	);
	if (!first) return undefined;
	if (!head && first.asks + first.sentences < least) return undefined;
	if (!head && first.asks === 0 && !profiles.some(({ listed, column }) => listed > 0 && column !== first.column))
		return undefined;
	const { question, subject } = splitOf(grid, rows, profiles, first, head);
	const asked = rows.filter((row) => cellAt(row, question).text.trim() !== "").slice(0, 3_000);
	const others = profiles.filter(
		({ column }) => column !== question && column !== subject && (!grid.isFixed || column <= grid.lastColumn),
	);
	const merged = head ? question : mergedRight(grid, asked, question);
	const scored = others
		.filter(({ column }) => column < question || column > merged)
		.map(({ column }): Scored => {
			const profile = profileOf(grid, asked, column);
			return { profile, points: asAnswer(profile, question, head) };
		});
	const beyond = Math.max(grid.lastColumn, merged) + 1;
	const answer =
		(head ? bestOf(scored, LEAST_ANSWER)?.column : firstOpen(scored, Math.max(question, merged), beyond)) ?? beyond;
	const comments = bestOf(
		scored.filter(({ profile: { column, listed } }) => {
			const role = ratedAt(head, column)?.role;
			const mayBe =
				role === "comments" || role === "answer" || (role === undefined && isQuestion(head?.texts[column] ?? ""));
			return column !== answer && listed === 0 && mayBe;
		}),
		LEAST_ANSWER,
	)?.column;
	const id = idColumn(others, answer, head);
	const section = others.find(
		({ column }) => column !== answer && column !== id && ratedAt(head, column)?.role === "section",
	)?.column;
	const choices = choicesIn(head?.texts[answer] ?? "");
	return {
		question,
		answer,
		...(comments !== undefined && { comments }),
		...(id !== undefined && { id }),
		...(section !== undefined && { section }),
		...(subject !== undefined && { subject }),
		...(choices && { choices }),
	};
}

/** Without headings: the first column to the right that is not already full, or else the first of all. */
function firstOpen(scored: readonly Scored[], question: number, beyond: number): number | undefined {
	const right = scored.filter(({ profile: { column } }) => column > question && column < beyond);
	const open = right.find(({ profile: { filled, rows } }) => filled * 2 < rows);
	return (open ?? right[0])?.profile.column;
}

function mergedRight(grid: Grid, asked: readonly GridRow[], question: number): number {
	return Math.max(question, ...asked.slice(0, 50).map(({ no }) => grid.mergedAt(no, question)?.right ?? question));
}

function idColumn(others: readonly ColumnProfile[], answer: number, head: Head | undefined): number | undefined {
	const named = others.filter(({ column }) => column !== answer && ratedAt(head, column)?.role === "id");
	const is = ({ filled, ids }: ColumnProfile) => filled > 0 && ids * 3 >= filled * 2;
	return (named.find(is) ?? named[0] ?? others.find((each) => each.column < answer && is(each)))?.column;
}

/** A short point beside a subject that is said once for several: together they are the question. */
function splitOf(
	grid: Grid,
	rows: readonly GridRow[],
	profiles: readonly ColumnProfile[],
	first: ColumnProfile,
	head: Head | undefined,
): { question: number; subject?: number } {
	const isShortText = ({ filled, words, asks, sentences, ids }: ColumnProfile) =>
		filled > 1 && ids * 2 < filled && words <= filled * 5 && (asks + sentences) * 5 < filled;
	const left = profiles.findLast(({ column, filled }) => column < first.column && filled > 0);
	const right = profiles.find(({ column }) => column > first.column);
	const isSaidOnce = (subject: ColumnProfile, point: ColumnProfile) =>
		subject.filled > 0 && subject.ids * 2 < subject.filled && subject.distinct * 3 <= point.filled * 2;
	const isNotAnswer = (column: number) => !["answer", "comments", "other"].includes(ratedAt(head, column)?.role ?? "");
	if (
		right &&
		isShortText(right) &&
		right.filled > first.filled &&
		right.listed === 0 &&
		isNotAnswer(right.column) &&
		head &&
		isSaidOnce(first, right)
	)
		return { question: right.column, subject: first.column };
	if (
		left &&
		isShortText(first) &&
		first.words <= first.filled * 3 &&
		isSaidOnce(left, first) &&
		(first.distinct * 2 <= first.filled || hasTallCells(grid, rows, left.column))
	)
		return { question: first.column, subject: left.column };
	return { question: first.column };
}

const hasTallCells = (grid: Grid, rows: readonly GridRow[], column: number): boolean =>
	rows.slice(0, 500).some((row) => {
		const range = cellAt(row, column).text.trim() === "" ? undefined : grid.mergedAt(row.no, column);
		return range !== undefined && range.bottom > range.top;
	});
