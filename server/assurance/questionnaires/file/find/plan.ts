import { choiceFor } from "#contract/questionnaires/choice.ts";
import type { Answers, CellAnswer, HowToFill } from "../found.ts";
import type { Choice } from "./choices.ts";
import type { FoundInGrid, GridQuestion } from "./found-in-grid.ts";
import { cellAt, type Grid } from "./grid.ts";
import { isPlaceholder } from "./row-kinds.ts";

/** What is written into a table. */
export type Plan = {
	cells: ({ no: number; column: number } & Choice)[];
	/** `at` and `like`: the row and the column of the answer, whose formatting they share. */
	sources: { no: number; at: number; text: string; like: number }[];
};

/** `used`: gets the ids of answers that are in the file now, or that stay out of it because a cell is full. */
export function planOf(
	grid: Grid,
	{ questions, newHeads }: { questions: readonly (GridQuestion & { id: string })[] } & Pick<FoundInGrid, "newHeads">,
	answers: Answers,
	{ replace, sources }: HowToFill,
	used: Set<string>,
): Plan {
	const plan: Plan = { cells: [], sources: [] };
	const rows = new Map(grid.rows.map((row) => [row.no, row]));
	for (const question of questions) {
		const { id, no, at } = question;
		const given = answers.get(id);
		if (!given) continue;
		used.add(id);
		const cells = cellsFor(question, given).filter(({ no, column, isListed }) => {
			const row = rows.get(no);
			const standing = row ? cellAt(row, column).text.trim() : "";
			return replace || standing === "" || (isListed && isPlaceholder(standing));
		});
		plan.cells.push(...cells.map(({ isListed: _, ...cell }) => cell));
		const [first] = cells;
		if (first && sources !== "none" && given.sources.trim() !== "") {
			plan.sources.push({ no, at, text: given.sources, like: first.column });
		}
	}
	if (plan.cells.length > 0) {
		plan.cells.push(...newHeads.map((head) => ({ ...head, text: ANSWER, is: "text" }) as const));
	}
	return plan;
}

/** A choice that says all goes into its cell alone. */
function cellsFor({ no, at, into, choice }: GridQuestion, { answer, choice: said = "" }: CellAnswer) {
	const chosen = choice && chosenFrom(choice.choices, answer, said);
	const text = into !== undefined && answer !== chosen?.text ? { no: at, column: into, text: answer } : undefined;
	return [
		...(text ? [{ ...text, is: "text", isListed: false } as const] : []),
		...(choice && chosen ? [{ no, column: choice.column, ...chosen, isListed: true }] : []),
	];
}

/** The value for a cell with a list; undefined if the answer says none of them. */
function chosenFrom(choices: readonly Choice[], answer: string, said: string): Choice | undefined {
	const texts = choices.map(({ text }) => text);
	const text = texts.includes(said) ? said : choiceFor(answer, texts);
	return choices.find((choice) => choice.text === text);
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
	if (was) return lastColumn;
	return questions.reduce((last, { into = 0, choice }) => Math.max(last, into, choice?.column ?? 0), lastColumn) + 1;
}
