import type { ReportDetail } from "#contract/reports.ts";
import { countsInWords } from "../severity-words.ts";
import type { Block, ReportDocument } from "./document.ts";

/** A screen shows the beginning of everything; the files hold all of it. */
const PARAGRAPHS = 12;
const LONGEST = 600;

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
			return [[`${block.title}.`, ...block.lines].join(" ")];
		case "list":
			return block.items;
		case "facts":
			return block.items.map(([label, value]) => `${label}: ${value}`);
		case "counts":
			return [`${block.label}: ${countsInWords(block.counts)}.`];
		case "grade":
			return [`${block.label}: ${block.grade ?? "none"}. ${block.reason}`];
		case "problem":
			return [`${block.mark} ${block.title}`];
		case "table":
			return [
				...block.rows.map((row) =>
					row.map((cell) => (typeof cell === "string" ? cell : "mono" in cell ? cell.mono : cell.severity)).join(" · "),
				),
			];
	}
}
