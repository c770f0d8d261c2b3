import { harmless } from "../harmless.ts";
import type { Block } from "../text.ts";

type Node = { type: string; [more: string]: unknown };
const textNode = (text: string, marks?: Node[]): Node => ({ type: "text", text, ...(marks && { marks }) });
/** A text node is never empty, and has no line breaks. */
const paragraph = (text: string): Node => ({
	type: "paragraph",
	content: text
		.split("\n")
		.flatMap((line, index) => [
			...(index > 0 ? [{ type: "hardBreak" }] : []),
			...(line === "" ? [] : [textNode(line)]),
		]),
});

function node(block: Block): Node {
	switch (block.is) {
		case "paragraph":
			return paragraph(block.text);
		case "heading":
			return { type: "heading", attrs: { level: 3 }, content: [textNode(block.text)] };
		case "code":
			return { type: "codeBlock", content: block.text === "" ? [] : [textNode(block.text)] };
		case "list":
			return {
				type: "bulletList",
				content: block.items.map((item) => ({ type: "listItem", content: [paragraph(item)] })),
			};
		case "link":
			return {
				type: "paragraph",
				content: [textNode(block.text, [{ type: "link", attrs: { href: block.url } }])],
			};
	}
}

/** A text in Jira Cloud's format: a tree whose text nodes are taken literally. */
export const adf = (blocks: readonly Block[], mark: string) => ({
	type: "doc",
	version: 1,
	content: [...blocks.map(node), paragraph(mark)],
});

const escaped = (text: string): string => harmless(text).replaceAll(/[\\{}[\]*_\-+^~?!|#@]/g, "\\$&");
/** Only its own end tag means anything inside it. */
const verbatim = (text: string): string =>
	`{noformat}\n${text.replaceAll(/\{noformat/gi, (end) => `{\u200B${end.slice(1)}`)}\n{noformat}`;

function wikiPart(block: Block): string {
	switch (block.is) {
		case "paragraph":
			// A line that starts with one of these is a heading or a quotation.
			return escaped(block.text).replaceAll(/^(?=(?:h[1-6]|bq)\.)/gm, "\u200B");
		case "heading":
			return `h3. ${escaped(block.text)}`;
		case "code":
			return verbatim(block.text);
		case "list":
			return block.items.map((item) => `* ${escaped(item)}`).join("\n");
		case "link":
			return `[${escaped(block.text)}|${block.url}]`;
	}
}

/** A text in the markup of Jira Data Center. */
export const wiki = (blocks: readonly Block[], mark: string): string => [...blocks.map(wikiPart), mark].join("\n\n");
