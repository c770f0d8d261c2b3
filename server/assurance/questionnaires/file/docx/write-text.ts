import { escapeXml } from "#server/platform/files/escape-xml.ts";
import { opened } from "#server/platform/files/read-xml.ts";
import { allBelow, childOf, type XmlElement } from "#server/platform/files/xml-tree.ts";
import type { Splice } from "../splice.ts";
import { isFilled, type PickList } from "./document-text.ts";
import { descendantsOf } from "./read-document.ts";

/** Writes into a cell: into its first paragraph if it is empty, otherwise replacing everything there. */
export function writeInCell(xml: string, cell: XmlElement, text: string): Splice {
	const content = cell.children.filter(({ name }) => name !== "tcPr");
	const [first] = descendantsOf(cell, ["p"]);
	if (first && !isFilled(content)) return writeAtEnd(xml, first, text);
	const { prefix, contentEnd } = cell;
	// A paragraph inside a control such as "Click here" has the control's placeholder formatting.
	const own = first && cell.children.includes(first) && first.contentEnd !== first.end ? first : undefined;
	const tag = own ? xml.slice(own.start, own.contentStart) : `<${prefix}p>`;
	const properties = first && childOf(first, "pPr");
	const inside = (properties ? xml.slice(properties.start, properties.end) : "") + marksIn(xml, content);
	const run = runOf(prefix, text, own ? looksOf(xml, own) : "");
	const start = childOf(cell, "tcPr")?.end ?? cell.contentStart;
	return { start, end: contentEnd, text: `${tag}${inside}${run}</${prefix}p>` };
}

/** Replaces the text of a paragraph. */
export function writeInParagraph(xml: string, paragraph: XmlElement, text: string): Splice {
	const content = paragraph.children.filter(({ name }) => name !== "pPr");
	if (!isFilled(content)) return writeAtEnd(xml, paragraph, text);
	return {
		start: childOf(paragraph, "pPr")?.end ?? paragraph.contentStart,
		end: paragraph.contentEnd,
		text: marksIn(xml, content) + runOf(paragraph.prefix, text, looksOf(xml, paragraph)),
	};
}

/** Picks a value in a control, which then no longer says "Choose an item". */
export function writeInList(xml: string, { control, content }: PickList, text: string): Splice[] {
	const hint = childOf(childOf(control, "sdtPr") ?? control, "showingPlcHdr");
	const [paragraph] = descendantsOf(content, ["p"]);
	const run = runOf(content.prefix, text, hint ? "" : looksOf(xml, paragraph ?? content));
	const within = paragraph ?? content;
	const written =
		within.contentEnd === within.end
			? writeAtEnd(xml, within, text)
			: { start: childOf(within, "pPr")?.end ?? within.contentStart, end: within.contentEnd, text: run };
	return [...(hint ? [{ start: hint.start, end: hint.end, text: "" }] : []), written];
}

/** Adds a text to a paragraph. */
export function writeAtEnd(xml: string, paragraph: XmlElement, text: string): Splice {
	const { prefix, start, end, contentEnd } = paragraph;
	const run = runOf(prefix, text, looksOf(xml, paragraph));
	if (contentEnd !== end) return { start: contentEnd, end: contentEnd, text: run };
	return { start, end, text: `${opened(xml.slice(start, end))}${run}</${prefix}p>` };
}

/** A new paragraph after this one. */
export const writeBehind = ({ prefix, end }: XmlElement, text: string): Splice => ({
	start: end,
	end,
	text: `<${prefix}p>${runOf(prefix, text, "")}</${prefix}p>`,
});

function runOf(prefix: string, text: string, looks: string): string {
	const lines = text.replace(/\r\n?/g, "\n").split("\n");
	const written = lines.map((line) =>
		line
			.split("\t")
			.map((part) => (part === "" ? "" : `<${prefix}t xml:space="preserve">${escapeXml(part)}</${prefix}t>`))
			.join(`<${prefix}tab/>`),
	);
	return `<${prefix}r>${looks}${written.join(`<${prefix}br/>`)}</${prefix}r>`;
}

/** Bookmarks and permissions may end elsewhere: they stay. */
const MARKS = new Set(["bookmarkStart", "bookmarkEnd", "permStart", "permEnd"]);

const marksIn = (xml: string, elements: readonly XmlElement[]): string =>
	elements
		.flatMap((element) => [element, ...allBelow(element)])
		.filter(({ name }) => MARKS.has(name))
		.map(({ start, end }) => xml.slice(start, end))
		.join("");

/** The formatting of a paragraph's text: that of its first run, or the paragraph's own for new text. */
function looksOf(xml: string, paragraph: XmlElement): string {
	const run = paragraph.children.find(({ name }) => name === "r");
	const looks = (run && childOf(run, "rPr")) ?? childOf(childOf(paragraph, "pPr") ?? paragraph, "rPr");
	// Tracked changes and placeholders are not what the answer should look like.
	const isOwn = looks && ![...allBelow(looks)].some(({ name }) => CHANGES.has(name));
	return isOwn ? xml.slice(looks.start, looks.end) : "";
}

const CHANGES = new Set(["rPrChange", "ins", "del", "moveFrom", "moveTo", "vanish"]);
