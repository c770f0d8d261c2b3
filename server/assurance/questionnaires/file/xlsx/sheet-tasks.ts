import type { XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
import { planOf } from "../find/plan.ts";
import type { Answers, ReadQuestionnaire } from "../found.ts";
import { fillSheet } from "./fill-sheet.ts";
import { findInSheets } from "./find-in-sheets.ts";

export function readWorkbook(parts: XlsxParts): ReadQuestionnaire {
	const { taken, notTaken } = findInSheets(parts);
	const place = (name: string, no: number) => `${name}, row ${no}`;
	return {
		questions: taken.flatMap(({ name, questions }) =>
			questions.map(({ id, no, section, text, answer }) => ({ id, place: place(name, no), section, text, answer })),
		),
		notTaken: [
			...notTaken,
			...taken.flatMap(({ name, found }) => found.notTaken.map(({ no, why }) => ({ place: place(name, no), why }))),
		],
	};
}

/** The sheets that change, the ids of the answers in them, and whether formulas may depend on them. */
export function fillWorkbook(
	parts: XlsxParts,
	answers: Answers,
): { changed: [path: string, content: Uint8Array][]; used: string[]; hasFormulas: boolean } {
	const used = new Set<string>();
	const { taken, hasFormulas } = findInSheets(parts);
	const changed = taken.flatMap(({ sheet, grid, found, questions }): [string, Uint8Array][] => {
		const plan = planOf(questions, answers, used, found.newHeads);
		return plan.cells.length === 0 ? [] : [[sheet.path, fillSheet(sheet.xml, { grid, found, plan })]];
	});
	return { changed, used: [...used], hasFormulas };
}
