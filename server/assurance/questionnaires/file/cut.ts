/** Cuts a text at a suitable place, with a mark at its end. */
export function cut(text: string, most: number, mark: string): string {
	return text.length <= most
		? text
		: text
				.slice(0, most - mark.length)
				.toWellFormed()
				.replace(/\uFFFD$/, "") + mark;
}

/** A question, or the text in its answer place. One text may appear in every cell of a file. */
export const kept = (text: string): string => cut(text, TEXT_CHARACTERS, "…");

const TEXT_CHARACTERS = 4_000;
