/** Numbers that lists write before a text: `1.2`, `a)`, `Q7:`, `(iv)`. */
const NUMBERING =
	/^\s*(?:\(?(?:q(?:uestion)?\s*)?[\d.]{1,12}\d?\s*[).:-]?|\(?[a-z]{1,4}[).:]|q(?:uestion)?\s*[.:])\s+/i;
/** Ids that matrices write before a text: `GV.OC-01:`. */
const CODE = /^\s*\p{Lu}[\p{L}&.]{0,9}[-.\s]?\d[\d.-]{0,9}\p{Ll}?\s?[:–-]\s+/u;
/** With these a text asks for something, with or without a question mark. */
const ASKS = [
	/^(?:please|describe|explain|list|provide|state|specify|indicate|confirm|detail|outline|attach|summarize|identify|give|name|enter|share|tell|do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|may|must|how|what|when|where|which|who|whom|whose|why)\s/i,
	/^(?:por favor|describ[ae]n?|indi(?:que|ca)n?|expli(?:que|ca)n?|detall[ae]n?|enumer[ae]n?|adjunt[ae]n?|proporcion[ae]n?|especifi(?:que|ca)n?|confirm[ae]n?|cómo|cuál(?:es)?|quién(?:es)?|cuándo|dónde)\s/i,
	/^(?:veuillez|merci de|décri(?:vez|re)|indique[zr]|expliquer?z?|précise[zr]|liste[zr]|fourni(?:ssez|r)|joi(?:gnez|ndre)|avez-vous|disposez-vous|êtes-vous|existe-t-il|comment|quel(?:le)?s?|qui|quand|où|combien)\s/i,
	/^(?:bitte|beschreiben|erläutern|erklären|nennen|geben sie|legen sie|listen sie|gibt es|sind|ist|werden|wird|haben|hat|können|kann|wie|wer|wo|wann|was|warum|welche[rsnm]?)\s/i,
];
/** What sentences have and titles do not, in the languages of the questionnaires that we know. */
const VERBS =
	/(?<![\p{L}-])(?:is|are|was|were|be|been|has|have|does|do|must|shall|should|will|can|cannot|may|es|son|está|están|debe|deben|tiene|tienen|se|será|est|sont|doit|doivent|ont|peut|peuvent|sera|ist|sind|wird|werden|muss|müssen|soll|sollen|hat|haben|darf|dürfen|kann|können)(?![\p{L}-])/iu;
/** What asks people to do something with the form, not to answer. */
const INSTRUCTION =
	/^(?:please|kindly|bitte|por favor,?|veuillez|merci de)\s(?:read|answer|complete|return|fill|note|send|use|do not|refer|see|select|choose|tick|submit|contact|lesen|beantworten|antworten|füllen|beachten|senden|wählen|lea|complete|rellene|conteste|responda|envíe|lire|remplir|compléter|répondre|renvoyer|retourner|choisir|noter)(?!\p{L})/iu;
const MARK = /[?？؟]["'”’)\s]*$/;
const REMARK = /[([][^()[\]]{0,100}[)\]]$/;
const LOOKED_AT = 4_000;
/** A sentence has at least so many words. */
const SENTENCE = 4;

/** Whether the text starts with a list number. */
export const isNumbered = (text: string): boolean => NUMBERING.test(text.slice(0, 60));

/** Whether the text ends with a question mark, followed at most by a remark in brackets. */
export function hasQuestionMark(text: string): boolean {
	const end = text.slice(-200).trimEnd().replace(/[.:]$/, "").trimEnd();
	return MARK.test(end) || MARK.test(end.replace(REMARK, ""));
}

const bareOf = (text: string): string => {
	const begin = text.slice(0, LOOKED_AT);
	return begin.replace(NUMBERING, "").replace(CODE, "").trimStart();
};

export const wordCount = (text: string): number => text.slice(0, LOOKED_AT).trim().split(/\s+/).length;

/** Whether the text asks for something. */
export function isQuestion(text: string): boolean {
	if (text.trim().length < 6) return false;
	if (hasQuestionMark(text) || /^\s*¿/.test(text)) return true;
	const bare = bareOf(text);
	return !INSTRUCTION.test(bare) && ASKS.some((form) => form.test(bare)) && wordCount(bare) > 2;
}

/** Whether the text is a whole sentence, such as a requirement. */
export function isSentence(text: string): boolean {
	const bare = bareOf(text);
	const words = wordCount(bare);
	return words >= SENTENCE && (VERBS.test(bare) || (/[.!;]\s*$/.test(bare) && words > SENTENCE) || words > 12);
}

/** Short enough for a heading, and not a question. */
export const isHeadingText = (text: string): boolean =>
	text.length <= 100 && text.trim().split(/\s+/).length <= 10 && !isQuestion(text);

/** `1.2.3` has three; a text without numbers has none. */
export const depthOf = (id: string): number => (id.slice(0, 60).match(/\d+/g) ?? []).length;

/** `7`, `1.2`, `Q3`, `AIQU-01`, `A&S-01.1`, `(iv)`: nothing but an id. */
export const isId = (text: string): boolean =>
	text.length <= 24 &&
	(/^\s*\(?(?:\p{L}[\p{L}&./]{0,11}[-._\s]?){0,3}\d[\d.\-/]{0,11}\p{L}?[).:]?\s*$/u.test(text) ||
		/^\s*\(?(?:[ivx]{1,5}|\p{L})[).]\s*$/iu.test(text));
