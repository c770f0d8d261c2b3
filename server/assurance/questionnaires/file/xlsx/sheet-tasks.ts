import type { Mapping } from "#contract/questionnaires/mapping.ts";
import { decodeText } from "#server/platform/files/decode-text.ts";
import type { XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
import { createListing } from "../find/listing.ts";
import { planOf } from "../find/plan.ts";
import type { Answers, HowToFill, ReadQuestionnaire } from "../found.ts";
import { fillSheet } from "./fill-sheet.ts";
import { findInSheets } from "./find-in-sheets.ts";
import { drawingIn } from "./legacy-drawing.ts";
import type { SheetNotes } from "./notes.ts";

export function readWorkbook(parts: XlsxParts, mapping: Mapping): ReadQuestionnaire {
	const { taken, tables, notTaken } = findInSheets(parts, mapping);
	const { lists, asked } = createListing();
	const place = (name: string, no: number) => `${name}, row ${no}`;
	return {
		questions: taken.flatMap(({ name, questions }) =>
			questions.map((question) => ({ id: question.id, place: place(name, question.no), ...asked(question) })),
		),
		lists,
		tables,
		notTaken: [
			...notTaken,
			...taken.flatMap(({ name, found }) => found.notTaken.map(({ no, why }) => ({ place: place(name, no), why }))),
		],
	};
}

/** What changes in a workbook. */
export type FilledWorkbook = {
	changed: [path: string, content: Uint8Array][];
	/** Comments for cells, by the path of their sheet. */
	notes: [path: string, notes: SheetNotes][];
	/** The ids of the answers that are dealt with. */
	used: string[];
	/** Whether formulas may depend on them. */
	hasFormulas: boolean;
};

export function fillWorkbook(parts: XlsxParts, answers: Answers, how: HowToFill): FilledWorkbook {
	const used = new Set<string>();
	const { taken, hasFormulas } = findInSheets(parts, how.mapping);
	const filled: FilledWorkbook = { changed: [], notes: [], used: [], hasFormulas };
	for (const { sheet, grid, found, questions } of taken) {
		const plan = planOf(grid, { questions, newHeads: found.newHeads }, answers, how, used);
		if (plan.cells.length === 0) continue;
		const { content, notes } = fillSheet(sheet.xml, { grid, found, plan, sources: how.sources });
		filled.changed.push([sheet.path, content]);
		if (notes.length > 0) filled.notes.push([sheet.path, { notes, drawn: drawingIn(decodeText(content)) }]);
	}
	return { ...filled, used: [...used] };
}
