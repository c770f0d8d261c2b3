import type { Mapping, UnderstoodTable } from "#contract/questionnaires/mapping.ts";
import { cut, kept } from "../cut.ts";
import { findInGrid } from "../find/find-in-grid.ts";
import type { FoundTable, GridQuestion } from "../find/found-in-grid.ts";
import { type Grid, type GridCell, rangeFinder } from "../find/grid.ts";
import { SOURCE } from "../find/plan.ts";
import { hasQuestionMark, isNumbered, isQuestion, isSentence } from "../find/question-words.ts";
import { understood } from "../find/understood.ts";
import type { NotTaken } from "../found.ts";
import type { DocumentTable, Paragraph } from "./read-document.ts";

/** Where the answer to a paragraph goes. */
export type AnswerPlace =
	/** Replaces what is there, if anything. */
	| { is: "in"; paragraph: Paragraph; label: string }
	/** After a label that nothing follows yet. */
	| { is: "behind-label"; paragraph: Paragraph }
	/** In its own paragraph. */
	| { is: "new"; after: Paragraph };

type Asked = { id: string; section: string; text: string; answer: string };
export type FoundInDocument = {
	questions: (
		| (Asked & { is: "cell"; table: DocumentTable; grid: Grid; question: GridQuestion })
		| (Asked & { is: "paragraph"; no: number; place: AnswerPlace })
	)[];
	tables: UnderstoodTable[];
	notTaken: NotTaken[];
};

/** A table with one question has a cell for its answer beside it. */
const LEAST = 1;
const LABEL =
	/^\s*(?:(?:your |our |(?:vendor|supplier)(?:'s)? )?(?:answer|response|reply)|(?:ihre |su |votre )?(?:antwort|respuesta|réponse)|a)\s*[:：]\s*/i;

export function findInDocument(blocks: readonly (Paragraph | DocumentTable)[], mapping: Mapping): FoundInDocument {
	const found: FoundInDocument = { questions: [], tables: [], notTaken: [] };
	const tables = new Map<string, { table: FoundTable; first: number; more: number }>();
	let section = "";
	const listAsks = isListOfQuestions(blocks);
	for (const [index, block] of blocks.entries()) {
		if (block.is === "table") addTable(found, tables, block, section, mapping);
		else {
			const next = blocks[index + 1];
			const isTaken = addParagraph(found, block, next?.is === "paragraph" ? next : undefined, section, listAsks);
			if (block.isHeading && !isTaken && block.text !== "") section = cut(block.text, 200, "…");
		}
	}
	found.tables = [...tables.values()].map(({ table, first, more }) =>
		understood(table, more === 0 ? `Table ${first}` : `Table ${first} and ${more} more`, ""),
	);
	return found;
}

/** `known`: tables under the same headings are one, wherever they are. */
function addTable(
	found: FoundInDocument,
	known: Map<string, { table: FoundTable; first: number; more: number }>,
	table: DocumentTable,
	section: string,
	mapping: Mapping,
): void {
	const grid = gridOf(table);
	const { questions, notTaken, tables } = findInGrid(grid, LEAST, { name: "", mapping });
	for (const each of tables) {
		const like = known.get(each.shape);
		known.set(
			each.shape,
			like
				? { ...like, table: { ...like.table, counts: sumOf(like.table.counts, each.counts) }, more: like.more + 1 }
				: { table: each, first: table.no, more: 0 },
		);
	}
	for (const question of questions) {
		const { no, text, answer } = question;
		found.questions.push({
			is: "cell",
			id: `t${table.no}r${no}`,
			section: question.section || section,
			text,
			answer,
			table,
			grid,
			question,
		});
	}
	for (const { no, why } of notTaken) found.notTaken.push({ place: `Table ${table.no}, row ${no}`, why });
}

const sumOf = (one: FoundTable["counts"], other: FoundTable["counts"]): FoundTable["counts"] => ({
	questions: one.questions + other.questions,
	sections: one.sections + other.sections,
	lists: one.lists + other.lists,
	notTaken: one.notTaken + other.notTaken,
});

function gridOf({ rows, merged }: DocumentTable): Grid {
	const grid = rows.map(({ cells }, index) => {
		const all: GridCell[] = [];
		for (const { column, text, blocked } of cells) {
			while (all.length < column) all.push({ text: "", blocked: "" });
			all[column] = { text, blocked };
		}
		return { no: index + 1, hidden: false, cells: all };
	});
	return {
		rows: grid,
		mergedAt: rangeFinder(merged, grid),
		isColumnHidden: () => false,
		choicesAt: (no, column) => rows[no - 1]?.cells.find((cell) => cell.column === column)?.list?.choices,
		lockedAt: () => false,
		lastColumn: grid.reduce((last, { cells }) => Math.max(last, cells.length - 1), 0),
		isFixed: true,
	};
}

const isInList = (paragraph: Paragraph): boolean => paragraph.isNumbered || isNumbered(paragraph.text);

/** Whether numbered paragraphs with an empty line below are what is asked: then a statement among them is, too. */
function isListOfQuestions(blocks: readonly (Paragraph | DocumentTable)[]): boolean {
	const listed = blocks.filter((block, index): block is Paragraph => {
		const next = blocks[index + 1];
		const hasRoom = next?.is === "paragraph" && (next.text === "" || LABEL.test(next.text) || isOurs(next));
		return block.is === "paragraph" && hasRoom && !block.isHeading && isInList(block);
	});
	return listed.filter(({ text }) => isQuestion(text)).length * 3 >= Math.max(2, listed.length);
}

/** Whether the paragraph asks something and was used. `listAsks`: numbered statements with room below are asked, too. */
function addParagraph(
	found: FoundInDocument,
	asked: Paragraph,
	next: Paragraph | undefined,
	section: string,
	listAsks: boolean,
): boolean {
	const isListed = listAsks && !asked.isHeading && isInList(asked) && isSentence(asked.text);
	if (!isListed && !isQuestion(asked.text)) return false;
	const where = `Paragraph ${asked.no}`;
	const label = next ? LABEL.exec(next.text)?.[0] : undefined;
	const hasRoom = next !== undefined && (next.text === "" || label !== undefined || isOurs(next));
	if (!hasRoom && !(isInList(asked) && hasQuestionMark(asked.text))) {
		if (hasQuestionMark(asked.text)) {
			found.notTaken.push({
				place: where,
				why: "It is not numbered, and no empty paragraph follows it for an answer.",
			});
		}
		return false;
	}
	const place = placeOf(asked, next, label);
	if (place.is !== "new" && place.paragraph.blocked !== "") {
		found.notTaken.push({ place: where, why: `The place for its answer ${place.paragraph.blocked}` });
		return false;
	}
	const isText = next !== undefined && !next.isHeading && !next.isNumbered && !isQuestion(next.text);
	found.questions.push({
		is: "paragraph",
		no: asked.no,
		id: `p${asked.no}`,
		section,
		text: kept(asked.text),
		answer: isText ? kept(next.text.slice(label?.length ?? 0)) : "",
		place,
	});
	return true;
}

/** What we wrote before has a line for its source. */
const isOurs = ({ text }: Paragraph): boolean => text.split("\n").some((line) => line.startsWith(SOURCE));

function placeOf(asked: Paragraph, next: Paragraph | undefined, label: string | undefined): AnswerPlace {
	if (!next) return { is: "new", after: asked };
	if (label !== undefined && label.trim() === next.text.trim()) return { is: "behind-label", paragraph: next };
	// We replace what we wrote before. Any other text may be a remark on the question, and stays.
	if (next.text === "" || label !== undefined || isOurs(next)) return { is: "in", paragraph: next, label: label ?? "" };
	return { is: "new", after: asked };
}
