/** How many characters we read of each text from outside. The rest is cut off before anything reads it. */
export const LONGEST_HEADER = 1_024;
export const LONGEST_ADDRESS = 2_048;
/** A content policy: large sites have long ones, and cutting one would hide what the rest of it forbids. */
export const LONGEST_POLICY = 16_384;
const LONGEST_EVIDENCE = 500;

/** An address without its query, whose values can be secrets. */
export function withoutQuery(address: string): string {
	const at = address.indexOf("?");
	return at === -1 ? address : `${address.slice(0, at)}?…`;
}

/** Makes a text from outside safe to show: one line, no control characters, no longer than a page can show. */
export function sanitize(text: string, longest = LONGEST_EVIDENCE): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes control characters
	const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, " ").toWellFormed();
	return line.length > longest ? `${line.slice(0, longest - 1)}…`.toWellFormed() : line;
}
