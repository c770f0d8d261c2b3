import type { FoundQuestion } from "../found.ts";
import type { Choice } from "./choices.ts";
import type { GridQuestion } from "./found-in-grid.ts";
import { isPlaceholder } from "./row-kinds.ts";

/** Collects the lists of answer cells, each once, for questions that name theirs by its number. */
export function createListing() {
	const lists: string[][] = [];
	const byChoices = new Map<readonly Choice[], number>();
	const byText = new Map<string, number>();
	const listOf = (choices: readonly Choice[]): number => {
		const before = byChoices.get(choices);
		if (before !== undefined) return before;
		const texts = choices.map(({ text }) => text).filter((text) => !(isPlaceholder(text) && /\p{L}/u.test(text)));
		const key = JSON.stringify(texts);
		const no = byText.get(key) ?? lists.push(texts) - 1;
		byText.set(key, no);
		byChoices.set(choices, no);
		return no;
	};
	return {
		lists,
		/** A question of a table, but for its place. */
		asked: ({ section, text, answer, into, choice }: GridQuestion): Omit<FoundQuestion, "id" | "place"> => ({
			section,
			text,
			answer,
			list: choice && choice.choices.length > 0 ? listOf(choice.choices) : null,
			hasText: into !== undefined,
		}),
	};
}
