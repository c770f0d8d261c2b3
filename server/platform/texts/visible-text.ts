/**
 * Every invisible character that changes how text is shown: control and format characters (bidi overrides, zero-width), lone surrogates,
 * line and paragraph separators, and what Unicode tells renderers to ignore.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]/gu;

const named = (character: string): string => {
	const code = character.codePointAt(0) ?? 0;
	if (code < 0x20) return String.fromCodePoint(0x2400 + code);
	if (code === 0x7f) return "\u2421";
	return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
};

/**
 * Observed text with its invisible characters named: `␛` for escape, `⟨U+202E⟩` for a bidi override. Line feeds and tabs stay, because
 * evidence has lines.
 */
export const visibleText = (text: string): string =>
	text.replace(UNSEEN, (character) => (character === "\n" || character === "\t" ? character : named(character)));

/** The same for places that hold one line: line feeds and tabs are named too, so nothing can start a new line. */
export const visibleLine = (text: string): string => text.replace(UNSEEN, named);
