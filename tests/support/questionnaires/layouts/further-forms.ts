import { ask, formula, HERE, type Layout, type LayoutRow, pick, pickHere, tall, wide } from "./layout.ts";
import type { Draw } from "./layout-texts.ts";

const campus = (draw: Draw): Layout => ({
	name: "campus assessment: section rows, analyst's columns, a second part",
	type: "xlsx",
	sheets: [
		{
			name: "Read first",
			rows: [
				["Welcome"],
				["This assessment has two parts."],
				["Complete each tab from top to bottom."],
				["Do you have questions? Write to us."],
			],
		},
		...["General", "Product"].map((name, sheet) => ({
			name,
			rows: [
				[wide(`${name} information`, 6)],
				["Qualifier", "Question", "Your Selection", "Your Details", "Scoring (campus use)", "Follow-up (campus use)"],
				...draw
					.take("topics", 2)
					.flatMap((topic, at): LayoutRow[] => [
						[topic, "", "", "", "Max. 40", ""],
						...draw
							.take("asks", 4)
							.map(
								(text, no): LayoutRow => [
									`${name.slice(0, 3).toUpperCase()}${sheet}${at}-${no + 1}`,
									ask(text),
									pick("Values!$B$2:$B$4"),
									HERE,
									formula("0"),
									"",
								],
							),
					]),
				["Total Score", "", "", "", formula("0"), ""],
			] satisfies LayoutRow[],
		})),
		{ name: "Values", isHidden: true, rows: [["Answer"], ["Yes"], ["No"]] },
	],
});

const cloudMatrix = (draw: Draw): Layout => ({
	name: "cloud matrix: heads of two lines, domain merged down",
	type: "xlsx",
	sheets: [
		{
			name: "Matrix",
			rows: [
				[
					tall("Control Domain", 2),
					tall("CID", 2),
					tall("Assessment Question", 2),
					wide("Provider", 3),
					wide("Mapping", 2),
				],
				["", "", "", "Y", "N", "Notes of the provider", "ISO", "SOC 2"],
				...draw
					.take("topics", 3)
					.flatMap((topic, domain) =>
						draw
							.take("asks", 3)
							.map(
								(text, at): LayoutRow => [
									at === 0 ? tall(topic, 3) : "",
									`D${domain + 1}.${at + 1}`,
									ask(text),
									"",
									"",
									HERE,
									`A.${domain + 5}.${at + 1}`,
									`CC${at + 1}.1`,
								],
							),
					),
				["This document is © its authors, 2026."],
			],
		},
	],
});

const capability = (draw: Draw): Layout => ({
	name: "capability model: target and actual, justification",
	type: "xlsx",
	sheets: [
		{
			name: "Capability",
			rows: [
				[
					"Domain",
					"Objective",
					"Criteria for 1",
					"Criteria for 3",
					"Criteria for 5",
					"Actual",
					"Target",
					"Justification",
				],
				...draw
					.take("statements", 9)
					.map(
						(text, at): LayoutRow => [
							at % 3 === 0 ? (draw.take("topics", 1)[0] ?? "") : "",
							ask(text),
							"Ad hoc",
							"Defined and documented for all teams",
							"Optimized by figures",
							pick(["1", "2", "3", "4", "5"]),
							pick(["1", "2", "3", "4", "5"], "3"),
							HERE,
						],
					),
			],
		},
		{
			name: "Key",
			rows: [
				["Mark", "Explanation"],
				["1", "The work is done by chance and depends on people."],
				["3", "The work follows rules that are written down."],
				["5", "The rules are improved by what is measured."],
			],
		},
	],
});

const functions = (draw: Draw): Layout => ({
	name: "functions on tabs: subcategory texts with their ids inside",
	type: "xlsx",
	sheets: ["GV", "ID", "PR"].map((name) => ({
		name,
		rows: [
			["Category", "Subcategory", "Implemented", "Description of implementation", "Informative references"],
			...draw
				.take("statements", 4)
				.map(
					(text, at): LayoutRow => [
						at === 0 ? `${name}.AA: aims` : "",
						ask(`${name}.AA-0${at + 1}: ${text}`),
						pick(["Fully", "Partially", "Not"]),
						HERE,
						"CIS 1, ISO 5.1",
					],
				),
		],
	})),
});

const insurer = (draw: Draw): Layout => ({
	name: "insurer's own: facts above, weights, other order below",
	type: "xlsx",
	sheets: [
		{
			name: "Due diligence",
			rows: [
				["Third-party due diligence"],
				["Legal name", "", "Country", ""],
				["Contact", "", "Date", ""],
				[],
				["Item", "Weight", "Query", "Vendor's reply", "Our view"],
				...draw.take("asks", 5).map((text, at): LayoutRow => [`1.${at + 1}`, "2", ask(text), HERE, ""]),
				["Subtotal", "10", "", "", ""],
				[],
				["Query", "Item", "Weight", "Our view", "Vendor's reply"],
				...draw.take("asks", 5).map((text, at): LayoutRow => [ask(text), `2.${at + 1}`, "3", "", HERE]),
			],
		},
	],
});

const spanishForm = (draw: Draw): Layout => ({
	name: "Spanish CSV with ;",
	type: "csv",
	separator: ";",
	rows: [
		["Ref.", "Área", "Cuestión", "Contestación", "Evidencia"],
		...draw
			.take("preguntas", 10)
			.map((text, at): LayoutRow => [`P-${at + 1}`, at < 5 ? "Gobierno" : "Técnica", ask(text), HERE, ""]),
	],
});

const frenchMatrix = (draw: Draw): Layout => ({
	name: "French: conformity by list, justification",
	type: "xlsx",
	sheets: [
		{
			name: "Mode d'emploi",
			rows: [
				["Mode d'emploi"],
				["Merci de compléter toutes les lignes de l'onglet suivant."],
				["Comment répondre ?"],
				["Choisissez une valeur puis justifiez."],
			],
		},
		{
			name: "Exigences",
			rows: [
				["N°", "Domaine", "Exigence", "Conformité", "Justification du fournisseur", "Avis de l'auditeur"],
				...draw
					.take("questionsFr", 9)
					.map(
						(text, at): LayoutRow => [
							String(at + 1),
							at < 5 ? "Accès" : "Données",
							ask(text),
							pick(["Conforme", "Partiel", "Non conforme"]),
							HERE,
							"",
						],
					),
				["", "", "Score total", formula("0"), "", ""],
			],
		},
	],
});

const germanForm = (draw: Draw): Layout => ({
	name: "German: check points in two tabs, status by list only",
	type: "xlsx",
	sheets: ["Organisation", "Technik"].map((name, sheet) => ({
		name,
		rows: [
			[`Prüfliste ${name}`],
			["Prüfpunkt", "Beschreibung", "Umsetzungsstatus"],
			...draw
				.take(sheet === 0 ? "anforderungen" : "fragen", 5)
				.map(
					(text, at): LayoutRow => [
						`${name[0]}.${at + 1}`,
						ask(text),
						pickHere(["umgesetzt", "teilweise", "entbehrlich"]),
					],
				),
		],
	})),
});

const tabbed = (draw: Draw): Layout => ({
	name: "TSV without heads, notes in front",
	type: "csv",
	separator: "\t",
	rows: [
		["Supplier review, 2026", "", ""],
		...draw.take("asks", 9).map((text, at): LayoutRow => [String(at + 1), ask(text), HERE]),
	],
});

export const FURTHER_FORMS = [
	campus,
	cloudMatrix,
	capability,
	functions,
	insurer,
	spanishForm,
	frenchMatrix,
	germanForm,
	tabbed,
];
