/** Cuts a text where it may be cut, and says so at its end. */
export function cut(text: string, most: number, mark: string): string {
	return text.length <= most
		? text
		: text
				.slice(0, most - mark.length)
				.toWellFormed()
				.replace(/\uFFFD$/, "") + mark;
}
