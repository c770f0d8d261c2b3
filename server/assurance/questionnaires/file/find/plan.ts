import type { Answers } from "../found.ts";
import type { FoundInGrid, GridQuestion } from "./found-in-grid.ts";
import { cellAt, type Grid } from "./grid.ts";

/** The choice that an answer starts with, as the cell spells it. */
export function choiceFor(answer: string, choices: readonly string[]): string | undefined {
	const [, said] = BEGINNING.exec(answer.trimStart()) ?? [];
	if (said === undefined) return undefined;
	const meant = MEANINGS.find((words) => words.includes(said.toLowerCase()));
	return choices.find((choice) => meant?.includes(choice.trim().toLowerCase()));
}

/** `No backups are kept` does not mean no. */
const BEGINNING = /^(yes|no|n\/a|not applicable|partly|partially|partial)(?=\s*(?:[,.;:–—]|-\s|$))/i;
const MEANINGS = [
	["yes", "y", "ja", "sí", "si", "oui"],
	["no", "n", "nein", "non"],
	["n/a", "na", "not applicable"],
	["partly", "partially", "partial", "teilweise", "parcial", "partiel"],
];

/** What is written into a table. */
export type Plan = {
	cells: { no: number; column: number; text: string }[];
	/** `like`: the column of the answer, whose formatting they share. */
	sources: { no: number; text: string; like: number }[];
};

/** `newHeads`: of columns that get their heading with their first answer. `used`: gets the ids of answers that have found their place. */
export function planOf(
	questions: readonly (GridQuestion & { id: string })[],
	answers: Answers,
	used: Set<string>,
	newHeads: FoundInGrid["newHeads"] = [],
): Plan {
	const plan: Plan = { cells: [], sources: [] };
	for (const { id, no, at, into, choice } of questions) {
		const given = answers.get(id);
		if (!given) continue;
		used.add(id);
		plan.cells.push({ no: at, column: into, text: given.answer });
		const chosen = choice && choiceFor(given.answer, choice.choices);
		if (choice && chosen !== undefined) plan.cells.push({ no, column: choice.column, text: chosen });
		if (given.sources.trim() !== "") plan.sources.push({ no, text: given.sources, like: into });
	}
	if (plan.cells.length > 0) plan.cells.push(...newHeads.map((head) => ({ ...head, text: ANSWER })));
	return plan;
}

/** The heading of a column that is added for answers. */
const ANSWER = "Answer";

/** The heading of the column that is added for sources, or what their texts start with if columns have no headings. */
export const SOURCES = "Sources";
export const SOURCE = "Source: ";

/** The column to the right of the table, or the one that was added before. */
export function sourcesColumn({ rows, lastColumn }: Grid, found: FoundInGrid): number {
	const { questions } = found;
	const heads = new Set(found.heads);
	const asked = new Set(questions.map(({ no }) => no));
	const was = rows.some(
		(row) =>
			(heads.has(row.no) && cellAt(row, lastColumn).text === SOURCES) ||
			(asked.has(row.no) && cellAt(row, lastColumn).text.startsWith(SOURCE)),
	);
	return was ? lastColumn : Math.max(lastColumn, ...questions.map(({ into }) => into)) + 1;
}
