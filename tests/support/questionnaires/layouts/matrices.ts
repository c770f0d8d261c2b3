import { ask, formula, HERE, type Layout, type LayoutRow, NEW, pick, wide } from "./layout.ts";
import type { Draw } from "./layout-texts.ts";

const YES_NO = ["Yes", "No", "N/A"];
const no = (at: number): string => String(at + 1).padStart(2, "0");

/** Higher education's: blocks whose heads carry their titles, texts by formula, lists, columns for analysts, a sheet that scores. */
function highEducation(draw: Draw): Layout {
	const blocks = draw.take("topics", 3).map((title, block) => ({
		title,
		code: ["DOCU", "ITAC", "DRPV"][block] ?? "",
		texts: draw.take("asks", draw.between(3, 5)),
	}));
	const form = blocks.flatMap(({ title, code, texts }): LayoutRow[] => [
		[title, "", "Vendor Answers", "Additional Information", "Guidance", "Analyst Notes"],
		...texts.map(
			(text, at): LayoutRow => [
				`${code}-${no(at)}`,
				{ ...ask(text), isFormula: true },
				pick("Lists!$A$1:$A$3"),
				HERE,
				formula(draw.take("guidance", 1)[0] ?? ""),
				"",
			],
		),
	]);
	const scores = blocks.flatMap(({ title, code, texts }): LayoutRow[] => [
		[title, "", "Vendor Answer", "Compliant Response", "Weight", "Score"],
		...texts.map(
			(text, at): LayoutRow => [`${code}-${no(at)}`, formula(text), formula("0"), "Yes", "20", formula("0")],
		),
	]);
	return {
		name: "higher education: blocks, formulas, lists, a sheet of scores",
		type: "xlsx",
		sheets: [
			{
				name: "Vendor",
				rows: [
					["Community Assessment, version 4"],
					["Answer in the white cells. Do not change the others."],
					[],
					...form,
					[],
					["Copyright © 2026 the made-up council. All rights reserved."],
				],
			},
			{
				name: "Analysis",
				rows: [["Overall score", formula("0")], [], ...scores, ["Total Score", "", "", "", "", formula("0")]],
			},
			{ name: "Lists", isHidden: true, rows: YES_NO.map((word) => [word]) },
		],
	};
}

/** The cloud's: a title, wide columns about the control right of the answers, a copyright at the end. */
function cloud(draw: Draw): Layout {
	const topics = draw.take("topics", 3);
	const rows = topics.flatMap((topic, domain) =>
		draw
			.take("asks", 4)
			.map(
				(text, at): LayoutRow => [
					`${"ABC"[domain]}&S-0${at + 1}.1`,
					ask(text),
					pick(YES_NO),
					pick(["CSP-owned", "CSC-owned", "Shared"]),
					HERE,
					"",
					`${"ABC"[domain]}&S-0${at + 1}`,
					draw.take("statements", 1)[0] ?? "",
					topic,
				],
			),
	);
	return {
		name: "cloud: ownership, description, controls on the right",
		type: "xlsx",
		sheets: [
			{
				name: "Introduction",
				rows: [
					["What is this questionnaire?"],
					["It helps customers to understand a provider. Please fill in the second sheet."],
					["Who should fill it in?"],
					["Somebody who knows the service."],
				],
			},
			{
				name: "Questionnaire",
				rows: [
					["CLOUD ASSESSMENT QUESTIONNAIRE v9"],
					[
						"Question ID",
						"Question",
						"CSP Answer",
						"SSRM Control Ownership",
						"CSP Implementation Description (Optional/Recommended)",
						"CSC Responsibilities (Optional/Recommended)",
						"Control ID",
						"Control Specification",
						"Domain Title",
					],
					...rows,
					["End of Standard"],
					[
						"© Copyright 2026 The Made-up Alliance - All rights reserved. You may download and print it, subject to the following: it is for your personal use, and may not be changed.",
					],
				],
			},
		],
	};
}

const importRows = (draw: Draw): LayoutRow[] => [
	["Question ID", "Domain", "Question Text", "Question Type"],
	...draw
		.take("topics", 3)
		.flatMap((topic, domain) =>
			draw
				.take("asks", 4)
				.map((text, at): LayoutRow => [`${"GCA"[domain]}&e-0${at + 1}.1`, topic, ask(text), "Yes,No,NA", NEW]),
		),
];
/** For a tool that imports it: no column for answers. */
const importSheet = (draw: Draw): Layout => ({
	name: "import sheet without a column for answers",
	type: "xlsx",
	sheets: [{ name: "CAIQ", rows: importRows(draw) }],
});
const importCsv = (draw: Draw): Layout => ({
	name: "import CSV without a column for answers",
	type: "csv",
	separator: ",",
	rows: importRows(draw),
});

/** A self-assessment by measures: emptier columns left of the texts, two scores with 1 in them, comments. */
function measures(draw: Draw): Layout {
	const rows = draw
		.take("statements", 8)
		.map(
			(text, at): LayoutRow => [
				at % 2 === 0 ? `Area ${at / 2 + 1} (GV.X)` : "",
				at % 3 === 0 ? "Linked control" : "",
				at % 4 === 0 ? "KM" : "",
				`X-0${at + 1}: aim`,
				"Basic",
				ask(`X-0${at + 1}.1: ${text}`),
				pick(["1", "2", "3", "4", "5"], "1"),
				pick(["1", "2", "3", "4", "5"], "1"),
				HERE,
				"",
			],
		);
	return {
		name: "measures: two scores, comments from both sides",
		type: "xlsx",
		sheets: ["GOVERN", "PROTECT"].map((name, sheet) => ({
			name,
			rows: [
				["Self-assessment"],
				[
					"Category",
					"Controls linked to the management side",
					"Key Measure",
					"Subcategory",
					"Assurance level",
					"Requirement",
					"Documentation Score",
					"Implementation Score",
					"Comments and/or additional information",
					"Assessor comments",
				],
				...rows.slice(sheet * 4, sheet * 4 + 4),
			],
		})),
	};
}

/** What each level means stands beside each practice. */
const maturity = (draw: Draw): Layout => ({
	name: "maturity model: criteria of five levels beside each practice",
	type: "xlsx",
	sheets: [
		{
			name: "Levels",
			rows: [
				["Level", "Meaning"],
				["0", "Nothing is done."],
				["1", "It is done now and then."],
				["2", "It is written down."],
				["3", "It is measured and improved."],
			],
		},
		{
			name: "Model",
			rows: [
				["ID", "Practice", "Level 1", "Level 2", "Level 3", "Current level", "Comments"],
				...draw
					.take("statements", 9)
					.map(
						(text, at): LayoutRow => [
							`PR-${no(at)}`,
							ask(text),
							"Done now and then by one person",
							"Written down and known to those concerned",
							"Measured, and improved every year",
							pick(["0", "1", "2", "3"]),
							HERE,
						],
					),
				["", "Average", "", "", "", formula("0"), ""],
			],
		},
	],
});

/** A framework's tabs, each with its own statements. */
const tabs = (draw: Draw): Layout => ({
	name: "framework's tabs: statements, status, evidence",
	type: "xlsx",
	sheets: ["Identify", "Protect", "Detect", "Recover"].map((name, sheet) => ({
		name,
		rows: [
			[wide(`Function: ${name}`, 5)],
			["Ref", "Category", "Outcome", "Status", "How is it achieved?"],
			...draw
				.take("statements", 4)
				.map(
					(text, at): LayoutRow => [
						`${name.slice(0, 2).toUpperCase()}.${sheet + 1}-${at + 1}`,
						at % 2 ? "" : (draw.take("topics", 1)[0] ?? ""),
						ask(text),
						pick(["Achieved", "Partly", "Not achieved"]),
						HERE,
					],
				),
		],
	})),
});

/** Control catalogs that ask for a response beside each description. */
const controls = (draw: Draw): Layout => ({
	name: "controls: title and description, supplier response",
	type: "xlsx",
	sheets: [
		{
			name: "Controls",
			rows: [
				["Control ID", "Control", "Control Description", "Supplier Response", "Assessor Rating", "Assessor Comments"],
				...draw
					.take("statements", 10)
					.map(
						(text, at): LayoutRow => [
							`AC-${at + 1}`,
							`${draw.take("topics", 1)[0]} ${at + 1}`,
							ask(text),
							HERE,
							"",
							"",
						],
					),
			],
		},
	],
});

export const MATRICES = [highEducation, cloud, importSheet, importCsv, measures, maturity, tabs, controls];
