/** A stretch of a sentence: plain, or the name of a header, record or setting. */
type Stretch = { text: string; code: boolean };

/** What our rules put in backticks. A backtick without a partner, or beside another one, is a character like any other. */
const CODE = /(?<!`)`(?!\s)([^`\n]+)(?<!\s)`(?!`)/g;

/** A sentence as our rules write it, in its stretches. Joined they are the sentence without the backticks of its code. */
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
