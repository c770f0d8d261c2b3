/** Numbers that lists write before a text: `1.2`, `a)`, `Q7:`, `(iv)`. */
const NUMBERING =
	/^\s*(?:\(?(?:q(?:uestion)?\s*)?[\d.]{1,12}\d?\s*[).:-]?|\(?[a-z]{1,4}[).:]|q(?:uestion)?\s*[.:])\s+/i;
/** With these a text asks for something, with or without a question mark. */
const ASKS =
	/^(?:please|describe|explain|list|provide|state|specify|indicate|confirm|detail|outline|attach|summarize|identify|give|name|enter|share|tell|do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|may|must|how|what|when|where|which|who|whom|whose|why)\s/i;
const MARK = /[?？؟]["'”’)\s]*$/;
const REMARK = /[([][^()[\]]{0,100}[)\]]$/;
const LOOKED_AT = 4_000;

/** Whether the text starts with a list number. */
export const isNumbered = (text: string): boolean => NUMBERING.test(text.slice(0, 60));

/** Whether the text ends with a question mark, followed at most by a remark in brackets. */
export function hasQuestionMark(text: string): boolean {
	const end = text.slice(-200).trimEnd().replace(/[.:]$/, "").trimEnd();
	return MARK.test(end) || MARK.test(end.replace(REMARK, ""));
}

/** Whether the text asks for something. */
export function isQuestion(text: string): boolean {
	if (text.trim().length < 6) return false;
	if (hasQuestionMark(text)) return true;
	const bare = text.slice(0, LOOKED_AT).replace(NUMBERING, "").trimStart();
	return ASKS.test(bare) && bare.split(/\s+/).length > 2;
}

/** Short enough for a heading, and not a question. */
export const isHeadingText = (text: string): boolean =>
	text.length <= 100 && text.trim().split(/\s+/).length <= 10 && !isQuestion(text);

/** `1.2.3` has three; a text without numbers has none. */
export const depthOf = (id: string): number => (id.slice(0, 60).match(/\d+/g) ?? []).length;
