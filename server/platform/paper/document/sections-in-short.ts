import type { Reader } from "#contract/reader.ts";
import type { ProblemInShort, ReportDetail } from "#contract/reports/reports.ts";
import { countsText } from "../severity-labels.ts";
import { cellText } from "./cell-text.ts";
import type { Block, Cell, ProblemBlock, ReportDocument, Table } from "./document.ts";

/** A screen shows the start of each section. The files hold everything. */
const PARAGRAPHS = 12;
const LONGEST = 600;
/** What an empty table field shows. */
const NOTHING = "–";

/** Problems of all sections together, worst first: a device stores them for reading offline. */
const PROBLEMS = 60;

const rest = (more: number): string => `And ${more} more in the report itself.`;

/** A document reduced to headings, paragraphs and problems. */
export function sectionsInShort({ sections }: ReportDocument): ReportDetail["sections"] {
	let room = PROBLEMS;
	return sections
		.filter(({ only }) => only !== "paper")
		.map(({ heading, blocks }) => {
			const paragraphs = blocks.flatMap(textOf);
			const more = paragraphs.length - PARAGRAPHS;
			const shown = paragraphs.slice(0, PARAGRAPHS).map(cut);
			const told = more > 0 ? [...shown, rest(more)] : shown;
			const all = blocks.filter((block) => block.type === "problem");
			if (all.length === 0) return { heading, paragraphs: told };
			const problems = all.slice(0, room);
			room -= problems.length;
			const left = all.length - problems.length;
			return { heading, paragraphs: left > 0 ? [...told, rest(left)] : told, problems: problems.map(inShort) };
		});
}

function inShort({ mark, severity, title, where, voices, seen, facts }: ProblemBlock): ProblemInShort {
	const told = (reader: Reader) => voices.find((voice) => voice.reader === reader);
	return {
		mark,
		severity,
		title: cut(title),
		where: { ...where, first: cut(where.first) },
		why: { owner: cut(told("owner")?.why ?? ""), engineer: cut(told("engineer")?.why ?? "") },
		fix: { owner: cut(told("owner")?.fix ?? ""), engineer: cut(told("engineer")?.fix ?? "") },
		evidence: (seen[0]?.evidence ?? []).map(({ source, text }) => ({ source: cut(source), text: cut(text) })),
		facts: facts.map((fact) => (typeof fact === "string" ? fact : fact.text)),
	};
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…`.toWellFormed() : text);

function textOf(block: Block): string[] {
	switch (block.type) {
		case "pictures":
			return block.items.map(({ lines }) => lines.join(", "));
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
		case "first":
			return [`What to do first: ${block.text}`];
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
			return [];
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
	return [about.join(": "), ...rest.map(({ head, text }) => `${head}: ${text}`)].filter(Boolean).join("\n");
}
