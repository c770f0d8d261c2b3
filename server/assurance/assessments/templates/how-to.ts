import {
	CHOICES_LIMIT,
	OBSERVED,
	QUESTION_TYPES,
	QUESTIONS_LIMIT,
	TEMPLATE_KINDS,
} from "#contract/assessments/template.ts";
import type { Sheet } from "#server/platform/files/xlsx/xlsx-file.ts";
import { COLUMNS, FACTS, FACTS_SHEET, QUESTIONS_SHEET } from "./template-sheets.ts";

const inColumn = ({ head }: { head: string }, how: string): [string, string] => [head, how];

/** How to fill in the other sheets, for a person who creates a template. */
export const HOW_TO: Sheet = {
	name: "How to",
	columns: [
		{ head: "Part", width: 18 },
		{ head: "How to fill it in", width: 110 },
	],
	rows: [
		[
			FACTS_SHEET,
			"One row for each fact about the whole template. Change the values in the second column and keep the names in the first.",
		],
		[
			FACTS.id,
			"Small letters, digits, dots and hyphens. Loading a file with an ID you already have makes the next version of it.",
		],
		[FACTS.version, "A whole number. You can leave it as it is: loading a file sets it to the next one."],
		[FACTS.kind, `${TEMPLATE_KINDS.join(", ")}: for your own company, for a supplier, or for a visit on site.`],
		[FACTS.source, "Where the questions come from. The address begins with https:// and can be left out."],
		[FACTS.asOf, "The day on which you last compared them with the source, as YYYY-MM-DD."],
		[
			QUESTIONS_SHEET,
			`One row for each question, in the order in which they are asked: at most ${QUESTIONS_LIMIT}. Cells hold text or numbers, no formulas, and are not merged.`,
		],
		inColumn(
			COLUMNS.section,
			"The ID of its section. Rows of a section stand together. An empty cell means the section above.",
		),
		inColumn(COLUMNS.sectionTitle, "The title of the section. It is enough to give it in the section’s first row."),
		inColumn(COLUMNS.id, "The ID of the question. It is there once and never changes: answers are kept under it."),
		inColumn(COLUMNS.text, "Ask one thing, in one sentence that fits on a phone."),
		inColumn(COLUMNS.hint, "Where to look, or what a good answer is. It can be left out."),
		inColumn(COLUMNS.type, `One of ${QUESTION_TYPES.join(", ")}.`),
		inColumn(
			COLUMNS.choices,
			`One choice a line, at most ${CHOICES_LIMIT}: its ID, how good it is in parentheses, an equals sign, and its words. For example: within-a-year (met) = Within the last 12 months. How good it is can be met, partly met or not met, or left out. For the type choice you can leave the cell empty: then it offers Yes, Partly, No and Does not apply.`,
		),
		inColumn(COLUMNS.needsMore, "yes: an answer of partly met or not met needs a photo or a note."),
		inColumn(
			COLUMNS.showIf,
			"The ID of a question of the type choice above it, an equals sign, and the IDs of the choices with which this one is asked. For example: backups = yes, partly",
		),
		inColumn(COLUMNS.provision, "The rule that the question is about. It can be left out."),
		inColumn(
			COLUMNS.controls,
			"The codes of the controls that its answer is evidence for, with commas. For example: BC-01, BC-02",
		),
		inColumn(
			COLUMNS.observed,
			`What scans may propose an answer from, for the type choice: ${OBSERVED.join(", ")}. It can be left out.`,
		),
		inColumn(COLUMNS.optional, "yes: it may be left without an answer."),
		inColumn(COLUMNS.unit, "For the type number: what is counted, such as days."),
		inColumn(COLUMNS.from, "For the type number: the smallest number that is taken. It can be left out."),
		inColumn(COLUMNS.to, "For the type number: the largest number that is taken. It can be left out."),
	],
};
