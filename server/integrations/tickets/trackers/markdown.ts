import { harmless, withoutCommands } from "../harmless.ts";
import type { Block } from "../text.ts";

const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Text without markup, mentions, references or commands, for GitHub and GitLab. */
const escaped = (text: string): string =>
	withoutCommands(harmless(text))
		.replaceAll(PUNCTUATION, "\\$&")
		// Four spaces would start a code block, and more than one empty line has no meaning.
		.replaceAll(/^[^\S\n]+/gm, "")
		.replaceAll(/\n{3,}/g, "\n\n");

/** A fence that is longer than any in the text. */
function fenced(text: string): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}text\n${withoutCommands(text)}\n${fence}`;
}

function written(block: Block): string {
	switch (block.is) {
		case "paragraph":
			return escaped(block.text);
		case "heading":
			return `### ${escaped(block.text)}`;
		case "code":
			return fenced(block.text);
		case "list":
			return block.items.map((item) => `- ${escaped(item)}`).join("\n");
		case "link":
			return `[${escaped(block.text)}](<${block.url}>)`;
	}
}

/** A text in Markdown as GitHub and GitLab read it, with the word it is recognized by. */
export const markdown = (blocks: readonly Block[], mark: string): string =>
	[...blocks.map(written), `<sub>\`${mark}\`</sub>`].join("\n\n");

/** A title: trackers read no markup in it, but they do read references. */
export const plainTitle = (title: string): string => withoutCommands(harmless(title));
