/** A stretch of a sentence: plain, or the name of a header, record or setting. */
type Stretch = { text: string; code: boolean };

/** What our rules put in backticks. An unpaired backtick, or one next to another, is an ordinary character. */
const CODE = /(?<!`)`(?!\s)([^`\n]+)(?<!\s)`(?!`)/g;

/** Splits a sentence from our rules into stretches. Joined, they give the sentence without its backticks. */
export function codeSpans(text: string): Stretch[] {
	const stretches: Stretch[] = [];
	let end = 0;
	for (const { 0: whole, 1: code = "", index } of text.matchAll(CODE)) {
		if (index > end) stretches.push({ text: text.slice(end, index), code: false });
		stretches.push({ text: code, code: true });
		end = index + whole.length;
	}
	return end < text.length ? [...stretches, { text: text.slice(end), code: false }] : stretches;
}

/** The same as plain text, for places that cannot show code as code. */
export const withoutCode = (text: string): string => text.replace(CODE, "$1");
