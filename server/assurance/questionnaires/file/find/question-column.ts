import type { ColumnProfile } from "./column-profile.ts";
import { cellAt, type Grid, type GridRow } from "./grid.ts";
import type { Role } from "./head-words.ts";
import { type Head, ratedAt } from "./heads.ts";
import { bestOf, share } from "./points.ts";

/** What a heading says for and against a column of questions, for each point of its rate. */
const BY_HEAD: Readonly<Record<Role, number>> = {
	question: 2,
	answer: -4,
	comments: -5,
	id: -3,
	section: -0.7,
	other: -7,
};
/** A column of questions has at least so many points: less is a column of something else. */
const LEAST = { headed: 0.5, bare: 3 };

/** Where the questions are. `subject`: left of them, what they are about, without which they say nothing. */
export type QuestionColumn = { question: number; subject?: number };

/** The column of questions, by what its cells are over the whole table. `least`: how many it has if no heading says so. */
export function questionColumn(
	grid: Grid,
	rows: readonly GridRow[],
	profiles: readonly ColumnProfile[],
	head: Head | undefined,
	least: number,
): QuestionColumn | undefined {
	const scored = profiles.map((profile) => ({ profile, points: points(profile, head) }));
	const first = bestOf(scored, head ? LEAST.headed : LEAST.bare);
	if (!first) return undefined;
	const isQuestions = head ? isNamedOrSpelledOut(profiles, first, head) : isAsked(profiles, first, least);
	return isQuestions ? splitOf(grid, rows, profiles, first, head) : undefined;
}

/** How much speaks for a column having the questions. */
function points(profile: ColumnProfile, head: Head | undefined): number {
	const { column, rows, filled, asks, sentences, ids, distinct, words, listed } = profile;
	if (filled === 0) return Number.NEGATIVE_INFINITY;
	const rated = ratedAt(head, column);
	return (
		6 * share(asks, filled) +
		(head ? 4 : 2) * share(sentences, filled) +
		Math.min(2, words / filled / 4) +
		3 * share(distinct, filled) -
		3 -
		8 * share(ids, filled) -
		4 * share(listed, rows) +
		3 * share(filled, rows) +
		(rated ? BY_HEAD[rated.role] * rated.rate : 0) -
		column * 0.05
	);
}

/** Texts that ask nothing are questions only where a heading says so: a log of versions is none, though it has comments. */
function isNamedOrSpelledOut(profiles: readonly ColumnProfile[], first: ColumnProfile, head: Head): boolean {
	if ((first.asks + first.sentences) * 2 >= first.filled) return true;
	const says = (role: Role, column: number): boolean => {
		const rated = ratedAt(head, column);
		return rated?.role === role && rated.rate >= 2;
	};
	const others = profiles.filter(({ column }) => column !== first.column);
	if (others.some(({ column }) => says("question", column))) return false;
	const role = ratedAt(head, first.column)?.role;
	const isNamed = role === "question" || role === "section" || !head.texts[first.column];
	return isNamed || others.some(({ column }) => says("answer", column));
}

/** Without a heading that we know the texts ask, or are sentences beside lists or behind ids. */
const isAsked = (
	profiles: readonly ColumnProfile[],
	{ column, asks, sentences }: ColumnProfile,
	least: number,
): boolean =>
	asks + sentences >= least &&
	(asks > 0 || profiles.some((each) => each.listed > 0 && each.column !== column) || isList(profiles, column));

/** Sentences with ids in front of them, and an empty column behind them that has a heading. */
function isList(profiles: readonly ColumnProfile[], column: number): boolean {
	const hasIds = profiles.some((each) => each.column < column && each.filled > 2 && each.ids * 3 >= each.filled * 2);
	return hasIds && profiles.some((each) => each.column > column && each.filled === 1);
}

/** A short point beside a subject that is said once for several: together they are the question. */
function splitOf(
	grid: Grid,
	rows: readonly GridRow[],
	profiles: readonly ColumnProfile[],
	first: ColumnProfile,
	head: Head | undefined,
): QuestionColumn {
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
