import { ask, HERE, type Layout, type LayoutParagraph, type LayoutRow, tall, wide } from "./layout.ts";
import type { Draw } from "./layout-texts.ts";

const table = (draw: Draw): Layout => ({
	name: "Word table, questions and answers under headings",
	type: "docx",
	blocks: draw
		.take("topics", 2)
		.flatMap((topic): (LayoutParagraph | LayoutRow[])[] => [
			{ text: topic, isHeading: true },
			[
				["No.", "Question", "Answer"],
				...draw.take("asks", 4).map((text, at): LayoutRow => [String(at + 1), ask(text), HERE]),
			],
		]),
});

const german = (draw: Draw): Layout => ({
	name: "Word table, German, merged titles",
	type: "docx",
	blocks: [
		{ text: "Fragebogen zur Informationssicherheit" },
		[
			["Nr.", "Frage", "Ihre Antwort"],
			...["Technik", "Organisation"].flatMap((title): LayoutRow[] => [
				[wide(title, 3)],
				...draw.take("fragen", 4).map((text, at): LayoutRow => [String(at + 1), ask(text), HERE]),
			]),
		],
	],
});

/** Each question covers a row, and the row below is for its answer. */
const beneath = (draw: Draw): Layout => ({
	name: "Word table, the answer beneath its question",
	type: "docx",
	blocks: [
		[
			[wide("Security questions", 2)],
			...draw.take("asks", 7).flatMap((text): LayoutRow[] => [[wide(ask(text), 2)], [{ ...HERE, across: 2 }]]),
		],
	],
});

/** One column: a question, then an empty cell. */
const oneColumn = (draw: Draw): Layout => ({
	name: "Word table of one column",
	type: "docx",
	blocks: [draw.take("asks", 7).flatMap((text, at): LayoutRow[] => [[ask(`${at + 1}. ${text}`)], [HERE]])],
});

const paragraphs = (draw: Draw): Layout => ({
	name: "Word, numbered paragraphs with an empty line",
	type: "docx",
	blocks: [
		{ text: "Security questionnaire", isHeading: true },
		{ text: "Please answer below each point." },
		...[...draw.take("asks", 6), ...draw.take("statements", 2)].flatMap((text): LayoutParagraph[] => [
			{ text, ask: true, isNumbered: true },
			{ text: "" },
		]),
	],
});

const frenchParagraphs = (draw: Draw): Layout => ({
	name: "Word, French, numbers in the text",
	type: "docx",
	blocks: draw
		.take("questionsFr", 8)
		.flatMap((text, at): LayoutParagraph[] => [{ text: `${at + 1}. ${text}`, ask: true }, { text: "" }]),
});

/** Facts and marks: only what asks is a question. */
const facts = (draw: Draw): Layout => ({
	name: "Word form: facts, marks, a total",
	type: "docx",
	blocks: [
		{ text: "Facts" },
		[
			["Field", "Value"],
			["Supplier Name", ""],
			["Service Provided", ""],
			["Contract Reference", ""],
			[ask("Is an agreement in place?"), HERE],
		],
		{ text: "Marks" },
		[
			["Domain", "Score (1-5)", "Evidence / Notes"],
			...draw.take("topics", 4).map((text): LayoutRow => [ask(text), "", HERE]),
			["Total Score (max 10)", "", ""],
		],
	],
});

const mergedSubject = (draw: Draw): Layout => ({
	name: "Word table, sections merged down",
	type: "docx",
	blocks: [
		[
			["Section", "Question", "Response"],
			...draw
				.take("topics", 2)
				.flatMap((topic) =>
					draw.take("asks", 3).map((text, at): LayoutRow => [at === 0 ? tall(topic, 3) : "", ask(text), HERE]),
				),
		],
	],
});

const versions = (draw: Draw): Layout => ({
	name: "Word: requirement, compliance and remarks; a table of versions",
	type: "docx",
	blocks: [
		{ text: "Supplier requirements", isHeading: true },
		[
			["Version", "Date", "Change"],
			["1.0", "3 May 2025", "The first version was written."],
			["1.1", "9 June 2026", "Questions were added."],
		],
		{ text: "Requirements", isHeading: true },
		[
			["#", "Requirement", "Supplier's statement"],
			...draw
				.take("topics", 2)
				.flatMap((topic): LayoutRow[] => [
					[wide(topic, 3)],
					...draw.take("statements", 4).map((text, at): LayoutRow => [String(at + 1), ask(text), HERE]),
				]),
		],
	],
});

const numbered = (draw: Draw): Layout => ({
	name: "Word: number and question, the answer in a merged row beneath",
	type: "docx",
	blocks: [
		{ text: "Fragen" },
		draw.take("fragen", 8).flatMap((text, at): LayoutRow[] => [[String(at + 1), ask(text)], [{ ...HERE, across: 2 }]]),
	],
});

const spanishParagraphs = (draw: Draw): Layout => ({
	name: "Word: Spanish paragraphs under headings",
	type: "docx",
	blocks: ["Gobierno", "Operación"].flatMap((title): LayoutParagraph[] => [
		{ text: title, isHeading: true },
		{ text: "Conteste debajo de cada punto." },
		...draw
			.take("preguntas", 4)
			.flatMap((text): LayoutParagraph[] => [{ text, ask: true, isNumbered: true }, { text: "" }]),
	]),
});

export const DOCUMENTS = [
	versions,
	numbered,
	spanishParagraphs,
	table,
	german,
	beneath,
	oneColumn,
	paragraphs,
	frenchParagraphs,
	facts,
	mergedSubject,
];
