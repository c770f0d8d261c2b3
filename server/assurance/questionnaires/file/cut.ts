/** Cuts a text where it may be cut, and says so at its end. */
export function cut(text: string, most: number, mark: string): string {
	return text.length <= most
		? text
		: text
				.slice(0, most - mark.length)
				.toWellFormed()
				.replace(/\uFFFD$/, "") + mark;
}

/** A question, or what stands in the place for its answer. One text may stand in every cell of a file. */
export const kept = (text: string): string => cut(text, TEXT_CHARACTERS, "…");

const TEXT_CHARACTERS = 4_000;
