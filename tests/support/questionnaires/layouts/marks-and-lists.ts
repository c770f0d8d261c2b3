import { ask, full, HERE, type Layout, type LayoutRow, pick, pickHere, tall, wide } from "./layout.ts";
import type { Draw } from "./layout-texts.ts";

const YES_NO = ["Yes", "No", "N/A"];

/** Crosses under words, and a column to explain. */
const crosses = (draw: Draw): Layout => ({
	name: "crosses under Yes, No and N/A, and comments",
	type: "xlsx",
	sheets: [
		{
			name: "Sheet1",
			rows: [
				["#", "Question", "Yes", "No", "N/A", "Comments"],
				...draw.take("asks", 8).map((text, at): LayoutRow => [String(at + 1), ask(text), "", "", "", HERE]),
			],
		},
	],
});

/** Guidance is longer than the question, and the criteria of a scale come last. */
const scale = (draw: Draw): Layout => ({
	name: "longer guidance, criteria of a scale below",
	type: "xlsx",
	sheets: [
		{
			name: "Assessment",
			rows: [
				["No.", "Question", "Guidance", "Answer"],
				...draw
					.take("asks", 8)
					.map((text, at): LayoutRow => [String(at + 1), ask(text), draw.take("guidance", 1)[0] ?? "", HERE]),
				[],
				["", "Rating scale"],
				["0", "Not in place", "Nothing was ever written down or done about it.", ""],
				["1", "Partly in place", "It is done by some people in some places.", ""],
				["2", "In place", "It is done everywhere, and is looked at every year.", ""],
			],
		},
	],
});

/** One list is the only place. */
const listOnly = (draw: Draw): Layout => ({
	name: "a list is the only place",
	type: "xlsx",
	sheets: [
		{
			name: "Check",
			rows: [
				["Ref.", "Statement", "Compliant?"],
				...draw.take("statements", 9).map((text, at): LayoutRow => [`S${at + 1}`, ask(text), pickHere(YES_NO)]),
			],
		},
	],
});

/** Last year's answers are still there. */
const lastYear = (draw: Draw): Layout => ({
	name: "last year's answers beside this year's",
	type: "xlsx",
	sheets: [
		{
			name: "Renewal",
			rows: [
				["Question", "Answer 2025", "Answer 2026"],
				...draw.take("asks", 8).map((text): LayoutRow => [ask(text), draw.take("statements", 1)[0] ?? "", HERE]),
			],
		},
		{
			name: "Second part",
			rows: [
				["Question", "Response"],
				...draw.take("asks", 4).map((text): LayoutRow => [ask(text), full("As in 2025.")]),
			],
		},
	],
});

/** Two lines of heads, the first merged down or across. */
const twoLines = (draw: Draw): Layout => ({
	name: "heads of two lines, merged down and across",
	type: "xlsx",
	sheets: [
		{
			name: "Security",
			rows: [
				["Information security of suppliers"],
				[],
				[tall("ID", 2), tall("Requirement", 2), wide("Supplier", 2), wide("Customer", 2)],
				[{ text: "" }, { text: "" }, "Fulfilled (Yes/No)", "Explanation", "Rating", "Remarks"],
				...draw
					.take("statements", 9)
					.map((text, at): LayoutRow => [`R${at + 1}`, ask(text), pick(YES_NO), HERE, "", ""]),
			],
		},
	],
});

/** Answers that are crosses, levels or values of a list, and what was answered last year beside this year's. */
export const MARKS_AND_LISTS = [crosses, scale, listOnly, lastYear, twoLines];
