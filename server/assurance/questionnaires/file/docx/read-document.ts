import { BadFile } from "#server/platform/files/bad-file.ts";
import type { CellRange } from "#server/platform/files/xlsx/cell-name.ts";
import { READ_COLUMNS } from "#server/platform/files/xlsx/read-xlsx.ts";
import { attributeOf, childOf, type XmlElement, xmlTree } from "#server/platform/files/xml-tree.ts";
import { blockedBy, type PickList, pickListIn, textOf } from "./document-text.ts";

export type Paragraph = {
	is: "paragraph";
	/** From 1, in the order of the document, not counting tables. */
	no: number;
	text: string;
	/** Numbered by the program that shows it: the number is not in the text. */
	isNumbered: boolean;
	isHeading: boolean;
	/** Why nothing may be written there; empty if it may. */
	blocked: string;
	element: XmlElement;
};

/** `list`: the control that takes its answer. */
export type DocumentCell = {
	column: number;
	text: string;
	blocked: string;
	list?: PickList;
	element: XmlElement;
};

export type DocumentTable = {
	is: "table";
	/** From 1, in the order of the document. */
	no: number;
	rows: { cells: DocumentCell[] }[];
	merged: CellRange[];
};

/** Documents nest more deeply than spreadsheets: tables in tables, boxes in pictures. */
const DEPTH = 100;
const COLUMNS = 63;
const BLOCKS = 100_000;
/** What can wrap paragraphs, rows and cells without being one. */
const AROUND = new Set(["body", "document", "sdt", "sdtContent", "customXml", "ins", "moveTo", ""]);

/** The paragraphs and tables of a document (ECMA-376, WordprocessingML), in order. */
export function readDocument(xml: string): (Paragraph | DocumentTable)[] {
	let paragraphs = 0;
	let tables = 0;
	const blocks = descendantsOf(xmlTree(xml, DEPTH), ["p", "tbl"]);
	if (blocks.length > BLOCKS) throw new BadFile("It has more than 100,000 paragraphs.");
	return blocks.map((element) =>
		element.name === "p" ? paragraphOf(element, ++paragraphs) : tableOf(element, ++tables),
	);
}

/** Elements with these names, looking through everything that only wraps them. */
export function descendantsOf(element: XmlElement, names: readonly string[]): XmlElement[] {
	return element.children.flatMap((child) => {
		if (names.includes(child.name)) return [child];
		return AROUND.has(child.name) ? descendantsOf(child, names) : [];
	});
}

function paragraphOf(element: XmlElement, no: number): Paragraph {
	const properties = childOf(element, "pPr");
	const style = properties && childOf(properties, "pStyle");
	return {
		is: "paragraph",
		no,
		text: textOf([element]),
		isNumbered: properties !== undefined && childOf(properties, "numPr") !== undefined,
		isHeading:
			(style !== undefined && /heading/i.test(attributeOf(style, "val"))) ||
			(properties !== undefined && childOf(properties, "outlineLvl") !== undefined),
		blocked: blockedBy([element]),
		element,
	};
}

function tableOf(element: XmlElement, no: number): DocumentTable {
	const merged: CellRange[] = [];
	/** The merged ranges that continue below, by column. */
	const open = new Map<number, CellRange>();
	const rows = descendantsOf(element, ["tr"]).map((row, index) => {
		const properties = childOf(row, "trPr");
		let column = numberIn(properties, "gridBefore", 0);
		const cells: DocumentCell[] = [];
		for (const cell of descendantsOf(row, ["tc"])) {
			if (column >= READ_COLUMNS) break;
			const own = childOf(cell, "tcPr");
			const wide = Math.max(1, numberIn(own, "gridSpan", 1));
			const merge = own && childOf(own, "vMerge");
			const above = merge && attributeOf(merge, "val") !== "restart" ? open.get(column) : undefined;
			const range = above ?? { left: column, top: index + 1, right: column + wide - 1, bottom: index + 1 };
			range.bottom = index + 1;
			if (!above && (wide > 1 || merge)) merged.push(range);
			if (merge) open.set(column, range);
			else open.delete(column);
			const content = cell.children.filter(({ name }) => name !== "tcPr");
			const list = pickListIn(content);
			cells.push({
				column,
				text: textOf(content),
				blocked: blockedBy(content, list),
				...(list && { list }),
				element: cell,
			});
			column += wide;
		}
		return { cells };
	});
	return { is: "table", no, rows, merged };
}

function numberIn(properties: XmlElement | undefined, name: string, otherwise: number): number {
	const found = properties && childOf(properties, name);
	return found ? Math.min(COLUMNS, Math.floor(Number(attributeOf(found, "val"))) || otherwise) : otherwise;
}
