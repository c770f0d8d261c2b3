import { expect } from "vitest";
import { type Template, template } from "#contract/assessments/template.ts";
import { type ReadTemplate, TemplateRefused } from "#server/assurance/assessments/templates/read-template.ts";

export const JSON_TYPE = "application/json";
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export const jsonOf = (value: unknown): Buffer =>
	Buffer.from(typeof value === "string" ? value : JSON.stringify(value));

/** Why a file is refused, each fault as one text. */
export const refusalOf = (reading: ReturnType<ReadTemplate>) =>
	reading.then(
		() => expect.unreachable("It was taken."),
		(error: unknown) => {
			if (!(error instanceof TemplateRefused)) throw error;
			return { message: error.message, faults: error.faults.map(({ place, why }) => `${place}: ${why}`) };
		},
	);

/** Everything a question can have, and words that are known to break files. */
export const everything: Template = template.parse({
	id: "everything",
	version: 7,
	title: '=SUM(A1) <b>&amp; "quotes"</b>',
	about: "Ünïcödé, 日本語, عربى, 👩🏽‍🔬, _x0041_ and ]]>",
	kind: "visit",
	source: { title: "-1+1", url: "https://example.org/a?b=c&d=<e>" },
	asOf: "1900-02-28",
	sections: [
		{
			id: "one",
			title: "One (met) = 1",
			questions: [
				{ id: "usual", type: "choice", text: "@usual?", needsMore: true, observed: "security-txt", optional: true },
				{
					id: "own.choices-2",
					type: "choice",
					text: "Which?",
					hint: "a = b (met)",
					controls: ["VM-01", "AC-02"],
					choices: [
						{ id: "a", label: "A = (not met)", met: "yes" },
						{ id: "b", label: "(met)", met: "partly" },
						{ id: "c", label: "x (partly met)", met: "no" },
						{ id: "d", label: "D;,|" },
					],
					showIf: { question: "usual", is: ["yes", "not-applicable"] },
				},
				{
					id: "several",
					type: "several",
					text: "?",
					choices: [
						{ id: "a", label: "=A" },
						{ id: "b", label: "B", met: "no" },
					],
				},
			],
		},
		{
			id: "two",
			title: "1",
			questions: [
				{ id: "number", type: "number", text: "7", unit: "°C", from: -0.1, to: 1e21, provision: "2026-01-01" },
				{ id: "number-from", type: "number", text: "8", from: 0 },
				...(["text", "date", "photo", "signature", "place", "asset-tag"] as const).map((type) => ({
					id: type,
					type,
					text: type,
				})),
			],
		},
	],
});
