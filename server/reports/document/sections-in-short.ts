import type { ReportDetail } from "#contract/reports.ts";
import { countsText } from "../severity-labels.ts";
import { cellText } from "./cell-text.ts";
import type { Block, Cell, ReportDocument, Table } from "./document.ts";

/** A screen shows the beginning of each section; the files hold everything. */
const PARAGRAPHS = 12;
const LONGEST = 600;
/** What an empty field of a table shows. */
const NOTHING = "–";

/** What a document says, as headings and paragraphs alone. */
export const sectionsInShort = ({ sections }: ReportDocument): ReportDetail["sections"] =>
	sections.map(({ heading, blocks }) => {
		const paragraphs = blocks.flatMap(textOf);
		const more = paragraphs.length - PARAGRAPHS;
		const shown = paragraphs.slice(0, PARAGRAPHS).map(cut);
		return { heading, paragraphs: more > 0 ? [...shown, `And ${more} more in the report itself.`] : shown };
	});

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…`.toWellFormed() : text);

function textOf(block: Block): string[] {
	switch (block.type) {
		case "heading":
		case "paragraph":
		case "quote":
			return [block.text];
		case "note":
			return [[`${block.title}.`, ...(block.items ?? []), ...block.lines].join(" ")];
		case "list":
			return block.items;
		case "link":
			return [`${block.text}: ${block.href}`];
		case "index":
			return block.items.map(({ mark, title }) => `${mark} ${title}`);
		case "fold":
			return block.blocks.flatMap(textOf);
		case "facts":
			return block.items.map(([label, value]) => `${label}: ${value}`);
		case "counts":
			return [`${block.label}: ${countsText(block.counts)}.`];
		case "grade":
			return [`${block.label}: ${block.grade ?? "none"}. ${block.reason}`];
		case "problem":
			return [`${block.mark} ${block.title}`];
		case "table":
			return block.rows.map((row) => rowText(block, row));
	}
}

/** What a row is about on the first line, and below it the other fields with their labels. */
function rowText({ columns }: Table, row: readonly Cell[]): string {
	const cells = row.map((cell, index) => ({ head: columns[index]?.head ?? "", text: cellText(cell) }));
	const [first] = row;
	const lead = typeof first === "object" && ("severity" in first || "mark" in first) ? 2 : 1;
	const about = cells.slice(0, lead).map(({ text }) => text);
	const rest = cells.slice(lead).filter(({ text }) => text !== "" && text !== NOTHING);
	return [about.join(": "), rest.map(({ head, text }) => `${head}: ${text}`).join(" · ")].filter(Boolean).join("\n");
}
