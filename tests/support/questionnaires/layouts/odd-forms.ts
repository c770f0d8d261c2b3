import { ask, HERE, type Layout, type LayoutRow, pick } from "./layout.ts";
import type { Draw } from "./layout-texts.ts";

/** Dutch: lists, and a column to explain, whose heads we do not know. */
const dutchLists = (draw: Draw): Layout => ({
	name: "unknown heads: a list and a column to explain",
	type: "xlsx",
	sheets: [
		{
			name: "Blad1",
			rows: [
				["Vragenlijst"],
				["Nr", "Vraag", "Voldoet", "Toelichting"],
				...draw
					.take("topics", 7)
					.map(
						(topic, at): LayoutRow => [
							`${at + 1}`,
							ask(`Is er beleid voor ${topic.toLowerCase()}?`),
							pick(["Ja", "Nee"]),
							HERE,
						],
					),
			],
		},
	],
});

const dutchRules = (draw: Draw): Layout => ({
	name: "unknown heads: requirements with ids",
	type: "xlsx",
	sheets: [
		{
			name: "Blad1",
			rows: [
				["Kenmerk", "Eis", "Uitleg"],
				...draw.take("statements", 7).map((text, at): LayoutRow => [`E-${at + 1}`, ask(text), HERE]),
			],
		},
	],
});

const twoColumns = (draw: Draw): Layout => ({
	name: "Word table of requirements and status",
	type: "docx",
	blocks: [[["Requirement", "Status"], ...draw.take("statements", 7).map((text): LayoutRow => [ask(text), HERE])]],
});

const longHeads = (draw: Draw): Layout => ({
	name: "heads that explain at length",
	type: "xlsx",
	sheets: [
		{
			name: "Security",
			rows: [
				[
					"Ref",
					"Requirement\n(what we expect of everybody who works for us, whatever the size of the contract may be)",
					"Supplier response: please describe in your own words how you meet this, and who is in charge of it",
					"Score",
				],
				...draw.take("statements", 8).map((text, at): LayoutRow => [`S.${at + 1}`, ask(text), HERE, ""]),
			],
		},
	],
});

/** What to think of stands below each question, in its column. */
const hintsBelow = (draw: Draw): Layout => ({
	name: "hints in rows below the questions",
	type: "xlsx",
	sheets: [
		{
			name: "Q",
			rows: [
				["No", "Question", "Answer"],
				...draw.take("asks", 7).flatMap((text, at): LayoutRow[] => [
					[`${at + 1}`, ask(text), HERE],
					["", draw.take("guidance", 1)[0] ?? "", ""],
				]),
			],
		},
	],
});

export const ODD_FORMS = [dutchLists, dutchRules, twoColumns, longHeads, hintsBelow];
