import { ask, formula, HERE, type Layout, type LayoutParagraph, type LayoutRow, pick, tall, wide } from "./layout.ts";
import type { Draw } from "./layout-texts.ts";

const YES_NO = ["Yes", "No", "N/A"];

/** Logs, terms and figures on sheets of their own, with heads that look like a table's to fill in. */
const withLog = (draw: Draw): Layout => ({
	name: "beside logs of changes, terms and figures",
	type: "xlsx",
	sheets: [
		{
			name: "History",
			rows: [
				["Version", "Date", "Author", "Comments"],
				["1.0", "3 May 2025", "A. Writer", "The first version was written."],
				["1.1", "9 June 2026", "B. Reader", "Questions on cloud services were added."],
				["1.2", "2 July 2026", "A. Writer", "Errors are corrected."],
			],
		},
		{
			name: "Terms",
			rows: [
				["Term", "Description"],
				["Asset", "Anything that has a value for the organization."],
				["Incident", "An event that harms confidentiality, integrity or availability."],
				["Owner", "The person who is responsible for an asset."],
			],
		},
		{
			name: "Figures",
			rows: [
				["Section", "Questions", "Answered"],
				["Access", formula("8"), formula("0")],
				["Total", formula("8"), formula("0")],
			],
		},
		{
			name: "Items",
			rows: [
				["Item", "Question", "Response", "Suggested evidence"],
				...draw.take("asks", 8).map((text, at): LayoutRow => [`${at + 1}`, ask(text), HERE, "A policy"]),
			],
		},
	],
});

/** Titles between statements, without numbers anywhere. */
const titled = (draw: Draw): Layout => ({
	name: "statements under titles, without ids, lists and details",
	type: "xlsx",
	sheets: [
		{
			name: "Baseline",
			rows: [
				["Control", "In place?", "Details", "Suggested evidence"],
				...draw
					.take("topics", 2)
					.flatMap((topic): LayoutRow[] => [
						[topic.toUpperCase(), "", "", ""],
						...draw.take("statements", 5).map((text): LayoutRow => [ask(text), pick(YES_NO), HERE, "Policy, record"]),
					]),
			],
		},
	],
});

/** Annex: titles of controls only, applicability, justification. */
const applicability = (draw: Draw): Layout => ({
	name: "titles of controls, sections by number, applicability",
	type: "xlsx",
	sheets: [
		{
			name: "SoA",
			rows: [
				["Clause", "Control", "Implementation status", "Justification"],
				...draw
					.take("topics", 2)
					.flatMap((topic, section): LayoutRow[] => [
						[`${section + 5}`, topic, "", ""],
						...[
							"Rules and their approval",
							"Roles and duties",
							"Contact with authorities",
							"Return of things lent",
						].map((text, at): LayoutRow => [`${section + 5}.${at + 1}`, ask(text), pick(["Done", "Planned"]), HERE]),
					]),
			],
		},
	],
});

/** Points under a question, lettered. */
const lettered = (draw: Draw): Layout => ({
	name: "lettered points under questions",
	type: "xlsx",
	sheets: [
		{
			name: "Form",
			rows: [
				["Ref", "Question", "Answer"],
				...draw.take("asks", 4).flatMap((text, at): LayoutRow[] => [
					[`2.${at + 1}`, ask(text), HERE],
					["a)", ask("for employees"), HERE],
					["b)", ask("for contractors"), HERE],
				]),
			],
		},
	],
});

const threeLines = (draw: Draw): Layout => ({
	name: "heads of three lines",
	type: "xlsx",
	sheets: [
		{
			name: "Register",
			rows: [
				[tall("No.", 3), tall("Security requirement", 3), wide("To be completed by the supplier", 3)],
				["", "", tall("Status", 2), wide("Answer", 2)],
				["", "", "", "Explanation", "Since"],
				...draw.take("statements", 8).map((text, at): LayoutRow => [`${at + 1}`, ask(text), pick(YES_NO), HERE, ""]),
			],
		},
	],
});

/** In a language whose heads we do not know. */
const italian = (draw: Draw): Layout => ({
	name: "heads in a language that is not known",
	type: "xlsx",
	sheets: [
		{
			name: "Foglio1",
			rows: [
				["Questionario"],
				["Codice", "Domanda", "Risposta", "Evidenze"],
				...draw
					.take("topics", 7)
					.map(
						(topic, at): LayoutRow => [`D${at + 1}`, ask(`Esiste una procedura per ${topic.toLowerCase()}?`), HERE, ""],
					),
			],
		},
	],
});

const crossesFrench = (draw: Draw): Layout => ({
	name: "French CSV with crosses",
	type: "csv",
	separator: ";",
	rows: [
		["N°", "Question", "Oui", "Non", "S.O.", "Commentaires"],
		...draw.take("questionsFr", 9).map((text, at): LayoutRow => [`${at + 1}`, ask(text), "", "", "", HERE]),
	],
});

/** Answers behind a word for them. */
const labels = (draw: Draw): Layout => ({
	name: "Word, German, a label for each answer",
	type: "docx",
	blocks: [
		{ text: "Bitte beantworten Sie alle Fragen." },
		{ text: "" },
		...draw
			.take("fragen", 8)
			.flatMap((text, at): LayoutParagraph[] => [{ text: `${at + 1}) ${text}`, ask: true }, { text: "Antwort:" }]),
	],
});

export const MORE_FORMS = [withLog, titled, applicability, lettered, threeLines, italian, crossesFrench, labels];
