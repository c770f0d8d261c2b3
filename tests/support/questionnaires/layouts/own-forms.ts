import { ask, formula, HERE, type Layout, type LayoutRow, pick, tall, wide } from "./layout.ts";
import type { Draw } from "./layout-texts.ts";

/** A German bank's own: facts first, sections of several cells, ratings of the bank. */
const bank = (draw: Draw): Layout => ({
	name: "bank's own, German: facts, sections of several cells",
	type: "xlsx",
	sheets: [
		{
			name: "Fragebogen",
			rows: [
				["Fragebogen für Dienstleister"],
				["Name des Dienstleisters:", ""],
				["Ansprechpartner:", ""],
				["Datum:", ""],
				[],
				["Nr.", "Frage", "Antwort des Dienstleisters", "Nachweis", "Bewertung der Bank"],
				...["Organisation", "Technik", "Notfall"].flatMap((title, section): LayoutRow[] => [
					[`${section + 1}`, title, "", "", "Gewicht: 3"],
					...draw.take("fragen", 4).map((text, at): LayoutRow => [`${section + 1}.${at + 1}`, ask(text), HERE, "", ""]),
				]),
				["", "Gesamtpunktzahl", "", "", formula("0")],
			],
		},
	],
});

const german = (draw: Draw): LayoutRow[] => [
	["Lfd. Nr.", "Bereich", "Anforderung", "Erfüllt (ja/nein)", "Erläuterung"],
	...draw
		.take("anforderungen", 8)
		.map((text, at): LayoutRow => [String(at + 1), at < 4 ? "Technik" : "Organisation", ask(text), "", HERE]),
];
const germanCsv = (draw: Draw): Layout => ({
	name: "German requirements, CSV with ;",
	type: "csv",
	separator: ";",
	rows: german(draw),
});
const germanSheet = (draw: Draw): Layout => ({
	name: "German requirements, workbook",
	type: "xlsx",
	sheets: [{ name: "Anforderungen", rows: german(draw) }],
});

const spanish = (draw: Draw): Layout => ({
	name: "Spanish: questions, sections, total",
	type: "xlsx",
	sheets: [
		{
			name: "Instrucciones",
			rows: [
				["Instrucciones"],
				["Conteste a cada pregunta en la columna Respuesta."],
				["¿A quién puedo preguntar?"],
				["Escriba a su contacto en la empresa."],
			],
		},
		{
			name: "Cuestionario",
			rows: [
				["N.º", "Pregunta", "Respuesta", "Observaciones"],
				...["Gobierno", "Accesos"].flatMap((title): LayoutRow[] => [
					[wide(title, 4)],
					...draw.take("preguntas", 4).map((text, at): LayoutRow => [String(at + 1), ask(text), HERE, ""]),
				]),
				["", "Puntuación total", formula("0"), ""],
			],
		},
	],
});

const spanishControls = (draw: Draw): Layout => ({
	name: "Spanish controls with lists",
	type: "xlsx",
	sheets: [
		{
			name: "Controles",
			rows: [
				["Código", "Dominio", "Requisito", "Cumple", "Comentarios del proveedor", "Evaluación"],
				...draw
					.take("requisitos", 8)
					.map(
						(text, at): LayoutRow => [
							`C.${at + 1}`,
							at < 4 ? "Accesos" : "Operación",
							ask(text),
							pick(["Sí", "No", "Parcial"]),
							HERE,
							"",
						],
					),
			],
		},
	],
});

const french = (draw: Draw): Layout => ({
	name: "French: themes merged down, answers and proofs",
	type: "xlsx",
	sheets: [
		{
			name: "Questionnaire",
			rows: [
				["Questionnaire de sécurité des fournisseurs"],
				["Thème", "Réf.", "Question", "Réponse", "Preuves"],
				...["Gouvernance", "Exploitation"].flatMap((theme) =>
					draw
						.take("questionsFr", 4)
						.map(
							(text, at): LayoutRow => [at === 0 ? tall(theme, 4) : "", `${theme[0]}${at + 1}`, ask(text), HERE, ""],
						),
				),
				["", "", "Note globale", "", ""],
			],
		},
	],
});

const frenchCsv = (draw: Draw): Layout => ({
	name: "French, CSV with ; and many commas",
	type: "csv",
	separator: ";",
	rows: [
		["Référence", "Exigence, ou question", "Votre réponse", "Commentaire"],
		...draw
			.take("questionsFr", 9)
			.map(
				(text, at): LayoutRow => [`F${at + 1}`, ask(`${text.replace(/ \?$/, ", partout, et par qui ?")}`), HERE, ""],
			),
	],
});

const tabCsv = (draw: Draw): Layout => ({
	name: "CSV with tabs, sentences with commas and semicolons",
	type: "csv",
	separator: "\t",
	rows: [
		["ID", "Question", "Answer", "Notes; if any, with source"],
		...draw
			.take("asks", 9)
			.map((text, at): LayoutRow => [`T-${at + 1}`, ask(`${text.replace(/[?.]$/, "")}; if so, since when?`), HERE, ""]),
	],
});

/** No heads at all. */
const bare = (draw: Draw): Layout => ({
	name: "a list of questions without heads",
	type: "xlsx",
	sheets: [
		{
			name: "Sheet1",
			rows: [
				["Supplier questions"],
				[],
				...draw.take("asks", 8).map((text, at): LayoutRow => [String(at + 1), ask(text), HERE]),
			],
		},
	],
});

/** The second block has its columns in another order, and heads are repeated on each page. */
const reordered = (draw: Draw): Layout => ({
	name: "heads repeated, and a block in another order",
	type: "xlsx",
	sheets: [
		{
			name: "All",
			rows: [
				["No", "Question", "Response", "Comment"],
				...draw.take("asks", 3).map((text, at): LayoutRow => [String(at + 1), ask(text), HERE, ""]),
				["No", "Question", "Response", "Comment"],
				...draw.take("asks", 3).map((text, at): LayoutRow => [String(at + 4), ask(text), HERE, ""]),
				[],
				["Part two"],
				["Response", "Comment", "No", "Question"],
				...draw.take("asks", 4).map((text, at): LayoutRow => [HERE, "", String(at + 7), ask(text)]),
			],
		},
	],
});

/** The subject once, its points beside it. */
const split = (draw: Draw): Layout => ({
	name: "questions split over a subject and its points",
	type: "xlsx",
	sheets: [
		{
			name: "Details",
			rows: [
				["Subject", "Point", "Answer"],
				...["Backups", "Patches", "Logs"].flatMap((subject) =>
					draw
						.take("topics", 0)
						.concat(["Frequency", "Owner", "Last test"])
						.map(
							(point, at): LayoutRow => [at === 0 ? tall(subject, 3) : "", ask(point, `${subject}: ${point}`), HERE],
						),
				),
			],
		},
	],
});

/** Columns for the customer's own use are hidden, and the answer's is left of the question. */
const hiddenColumns = (draw: Draw): Layout => ({
	name: "hidden columns, the answer left of the question",
	type: "xlsx",
	sheets: [
		{
			name: "Vendors",
			hiddenColumns: [1, 4],
			rows: [
				["Answer", "Question (internal wording)", "Ref", "Question", "Answer (model)"],
				...draw
					.take("asks", 8)
					.map((text, at): LayoutRow => [HERE, draw.take("statements", 1)[0] ?? "", `V${at + 1}`, ask(text), "Yes"]),
			],
		},
	],
});

/** A cover with facts, instructions under a name that says nothing, and a table that begins in the middle. */
const covered = (draw: Draw): Layout => ({
	name: "cover, notes and a table that begins in column C",
	type: "xlsx",
	sheets: [
		{
			name: "Start",
			rows: [
				["Company name", ""],
				["Address", ""],
				["Completed by", ""],
			],
		},
		{
			name: "Notes",
			rows: [
				["How do I use this workbook?"],
				["Please read this page first."],
				["Enter your answers on the next page, in the yellow cells."],
				["Do not add rows."],
				["Who can I ask if something is unclear?"],
			],
		},
		{
			name: "Part A",
			rows: [
				[],
				["", "", "Topic", "Security question", "Vendor reply"],
				...draw
					.take("topics", 2)
					.flatMap((topic) => draw.take("asks", 4).map((text): LayoutRow => ["", "", topic, ask(text), HERE])),
			],
		},
	],
});

export const OWN_FORMS = [
	bank,
	germanCsv,
	germanSheet,
	spanish,
	spanishControls,
	french,
	frenchCsv,
	tabCsv,
	bare,
	reordered,
	split,
	hiddenColumns,
	covered,
];
