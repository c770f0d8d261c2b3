import {
	ask,
	formula,
	full,
	HERE,
	type Layout,
	type LayoutParagraph,
	type LayoutRow,
	pick,
	pickHere,
	tall,
	wide,
} from "./layout.ts";
import type { Draw } from "./layout-texts.ts";

/** Twelve layouts that the finder is never tuned on: measure them, and do not look at what they miss. */

const college = (draw: Draw): Layout => ({
	name: "college: two parts, reasons, weights, a report",
	type: "xlsx",
	sheets: [
		{
			name: "Welcome",
			rows: [["Thank you for taking part."], ["What do I need? About two hours."], ["Go to the sheet Company first."]],
		},
		...["Company", "Service"].map((name, sheet) => ({
			name,
			rows: [
				[`${name} assessment`],
				...draw
					.take("topics", 2)
					.flatMap((topic, block): LayoutRow[] => [
						[wide(topic, 6)],
						["Code", "Question", "Answer", "Reason for the answer", "Hint", "Weight"],
						...draw
							.take("asks", 3)
							.map(
								(text, at): LayoutRow => [
									`${name.slice(0, 2).toUpperCase()}${sheet}${block}.${at + 1}`,
									ask(text),
									pick(["Yes", "No"]),
									HERE,
									draw.take("guidance", 1)[0] ?? "",
									"10",
								],
							),
					]),
			] satisfies LayoutRow[],
		})),
		{
			name: "Report",
			rows: [
				["Area", "Score"],
				["Company", formula("0")],
				["Service", formula("0")],
				["Grand total", formula("0")],
			],
		},
	],
});

const alliance = (draw: Draw): Layout => ({
	name: "alliance: control first, then its questions",
	type: "xlsx",
	sheets: [
		{
			name: "Controls and questions",
			rows: [
				["Control", "Control text", "Question no.", "Question", "Vendor answer", "Vendor explanation", "Reviewed by"],
				...draw
					.take("statements", 3)
					.flatMap((text, control) =>
						draw
							.take("asks", 3)
							.map(
								(asked, at): LayoutRow => [
									at === 0 ? tall(`IAM-${control + 1}`, 3) : "",
									at === 0 ? tall(text, 3) : "",
									`IAM-${control + 1}.${at + 1}`,
									ask(asked),
									pick(["Yes", "No", "NA"]),
									HERE,
									"",
								],
							),
					),
			],
		},
	],
});

const stages = (draw: Draw): Layout => ({
	name: "stages: a list of stages, evidence",
	type: "xlsx",
	sheets: [
		{
			name: "Self-assessment",
			rows: [
				["Capability area", "Capability", "Stage (1-4)", "Evidence for this stage", "Target stage"],
				...draw
					.take("statements", 9)
					.map(
						(text, at): LayoutRow => [
							at % 3 === 0 ? (draw.take("topics", 1)[0] ?? "") : "",
							ask(text),
							pick("Stages!$A$1:$A$4"),
							HERE,
							"",
						],
					),
			],
		},
		{ name: "Stages", isHidden: true, rows: [["1"], ["2"], ["3"], ["4"]] },
	],
});

const profile = (draw: Draw): Layout => ({
	name: "profile: tabs with current practice",
	type: "xlsx",
	sheets: ["Govern", "Detect", "Respond"].map((name) => ({
		name,
		rows: [
			["Id", "Outcome", "Priority", "Current practice of the supplier", "Gaps"],
			...draw.take("statements", 4).map((text, at): LayoutRow => [`${name[0]}${at + 1}`, ask(text), "High", HERE, ""]),
		],
	})),
});

const lender = (draw: Draw): Layout => ({
	name: "lender's own: facts and questions in one column, parts by letters",
	type: "xlsx",
	sheets: [
		{
			name: "Form 7",
			rows: [
				["Outsourcing questionnaire"],
				["Return to: risk@lender.example"],
				[],
				["Section", "Details required", "Response of the provider"],
				...["A", "B"].flatMap((letter): LayoutRow[] => [
					[letter, draw.take("topics", 1)[0] ?? "", ""],
					...draw.take("asks", 4).map((text, at): LayoutRow => [`${letter}${at + 1}`, ask(text), HERE]),
				]),
			],
		},
	],
});

const threeSheets = (draw: Draw): Layout => ({
	name: "three sheets of different forms, one answered before",
	type: "xlsx",
	sheets: [
		{
			name: "One",
			rows: [
				["Question", "Your answer"],
				...draw.take("asks", 4).map((text): LayoutRow => [ask(text), full("Yes, as before.")]),
			],
		},
		{
			name: "Two",
			rows: [
				["Ref", "Statement", "Agree?", "Remarks"],
				...draw
					.take("statements", 4)
					.map((text, at): LayoutRow => [`T${at + 1}`, ask(text), pick(["Agree", "Disagree"]), HERE]),
			],
		},
		{ name: "Three", rows: draw.take("asks", 4).map((text, at): LayoutRow => [`${at + 1}.`, ask(text), HERE]) },
	],
});

const spanish = (draw: Draw): Layout => ({
	name: "Spanish: heads of two lines, sections",
	type: "xlsx",
	sheets: [
		{
			name: "Evaluación",
			rows: [
				[tall("Nº", 2), tall("Control", 2), wide("Proveedor", 2), wide("Uso interno", 2)],
				["", "", "Respuesta", "Evidencia", "Valoración", "Comentarios"],
				...draw
					.take("topics", 2)
					.flatMap((topic, section): LayoutRow[] => [
						[`${section + 1}`, topic, "", "", "", ""],
						...draw
							.take("requisitos", 4)
							.map((text, at): LayoutRow => [`${section + 1}.${at + 1}`, ask(text), HERE, "", "", ""]),
					]),
				["", "Total", "", "", formula("0"), ""],
			],
		},
	],
});

const french = (draw: Draw): Layout => ({
	name: "French CSV with tabs: question, answer by list of words",
	type: "csv",
	separator: "\t",
	rows: [
		["Code", "Thème", "Question", "Réponse (oui/non)", "Précisions"],
		...draw
			.take("questionsFr", 9)
			.map((text, at): LayoutRow => [`Q${at + 1}`, at < 5 ? "Accès" : "Données", ask(text), "", HERE]),
	],
});

const german = (draw: Draw): Layout => ({
	name: "German: chapters in bold rows, list only",
	type: "xlsx",
	sheets: [
		{
			name: "Tabelle1",
			rows: [
				["Selbstauskunft"],
				[],
				["Kapitel", "Frage", "Antwort"],
				...draw
					.take("topics", 2)
					.flatMap((topic): LayoutRow[] => [
						[topic, "", ""],
						...draw.take("fragen", 4).map((text): LayoutRow => ["", ask(text), pickHere(["Ja", "Nein", "Entfällt"])]),
					]),
				["Vielen Dank!"],
			],
		},
	],
});

const wordForm = (draw: Draw): Layout => ({
	name: "Word: a table of contacts, then questions by parts",
	type: "docx",
	blocks: [
		[
			["Company", ""],
			["Contact", ""],
			["E-mail", ""],
		],
		{ text: "Part 1", isHeading: true },
		[
			["ID", "Question", "Supplier answer", "Evidence"],
			...draw.take("asks", 4).map((text, at): LayoutRow => [`1.${at + 1}`, ask(text), HERE, ""]),
		],
		{ text: "Part 2", isHeading: true },
		[["Control", "Supplier answer"], ...draw.take("statements", 4).map((text): LayoutRow => [ask(text), HERE])],
	],
});

const wordCards = (draw: Draw): Layout => ({
	name: "Word: a table for each question",
	type: "docx",
	blocks: draw
		.take("asks", 7)
		.flatMap((text): (LayoutParagraph | LayoutRow[])[] => [[[ask(text)], [HERE]], { text: "" }]),
});

const wordList = (draw: Draw): Layout => ({
	name: "Word: numbered questions, room for answers, a note at the end",
	type: "docx",
	blocks: [
		{ text: "About you", isHeading: true },
		...draw.take("asks", 7).flatMap((text): LayoutParagraph[] => [{ text, ask: true, isNumbered: true }, { text: "" }]),
		{ text: "Thank you. Copyright 2026, the made-up bank." },
	],
});

export const HELD_OUT = [
	college,
	alliance,
	stages,
	profile,
	lender,
	threeSheets,
	spanish,
	french,
	german,
	wordForm,
	wordCards,
	wordList,
];
