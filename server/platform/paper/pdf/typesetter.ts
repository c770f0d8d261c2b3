import { codeSpans } from "#contract/format/code-spans.ts";
import { visibleText } from "../../texts/visible-text.ts";
import { FACES, type Face } from "./faces.ts";

type PdfDocument = PDFKit.PDFDocument;

/** Characters that one font draws. */
type Run = { font: string; size: number; text: string };
/** One line with its width. */
export type Line = { runs: Run[]; width: number };

export type Style = { face: Face; size: number };

/** A stretch of text in one style. */
type Piece = { text: string; style: Style };

/** Mono beside running text looks larger than it is. */
const CODE_SIZE = 0.92;

/** pdfkit's own view of its current font: whether a font has a character is not part of its public interface. */
type Opened = { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };

export type Typesetter = {
	/** Text as lines no wider than `width`. Line feeds in the text also end lines. */
	lines(text: string, style: Style, width: number): Line[];
	/** The same for a sentence from a rule, with its code in mono. */
	sentence(text: string, style: Style, width: number): Line[];
	/** `x` and the baseline's `y`, in points from the top left. */
	draw(line: Line, x: number, y: number, color: string): void;
};

/** Characters that none of our fonts has are named, as `‹U+4E2D›`: nothing is silently dropped. */
const named = (character: string): string =>
	`‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`;

/** Where a long name may break before it breaks anywhere else. */
const PIECES = /[^./:_-]+[./:_-]*|[./:_-]+/g;

export function createTypesetter(doc: PdfDocument): Typesetter {
	const chosen = new Map<string, string>();
	const widths = new Map<string, number>();

	for (const paths of Object.values(FACES)) for (const path of paths) doc.registerFont(path, path);

	const has = (path: string, character: string): boolean => {
		doc.font(path);
		return (doc as unknown as Opened)._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
	};
	/** The font for a character; empty if none has it. */
	const fontOf = (face: Face, character: string): string => {
		const key = face + character;
		let font = chosen.get(key);
		if (font === undefined) {
			font = FACES[face].find((path) => has(path, character)) ?? "";
			chosen.set(key, font);
		}
		return font;
	};
	/** Only what can be drawn, with invisible characters named. */
	const drawable = (text: string, face: Face): string => {
		let result = "";
		for (const character of visibleText(text).replace(/\t/g, "    ")) {
			if (character === "\n" || character === " " || fontOf(face, character) !== "") result += character;
			else if (character === "⟨") result += "‹";
			else if (character === "⟩") result += "›";
			else result += named(character);
		}
		return result;
	};
	const runsOf = (text: string, { face, size }: Style): Run[] => {
		const runs: Run[] = [];
		for (const character of text) {
			const last = runs.at(-1);
			const font = character === " " && last ? last.font : fontOf(face, character) || (FACES[face][0] ?? "");
			if (last?.font === font) last.text += character;
			else runs.push({ font, size, text: character });
		}
		return runs;
	};
	const widthOf = (text: string, { face, size }: Style): number => {
		const key = `${face} ${size} ${text}`;
		const known = widths.get(key);
		if (known !== undefined) return known;
		const width = runsOf(text, { face, size }).reduce(
			(sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text),
			0,
		);
		// Words recur; whole names in a long report do not, and would fill memory.
		if (widths.size < 20_000) widths.set(key, width);
		return width;
	};
	/** A word in pieces that each fit. */
	const split = (word: string, style: Style, width: number): string[] => {
		if (widthOf(word, style) <= width) return [word];
		return (word.match(PIECES) ?? [word]).flatMap((piece) => {
			if (widthOf(piece, style) <= width) return [piece];
			const parts: string[] = [""];
			for (const character of piece) {
				const last = parts.at(-1) ?? "";
				if (last !== "" && widthOf(last + character, style) > width) parts.push(character);
				else parts[parts.length - 1] = last + character;
			}
			return parts;
		});
	};

	const widthOfAll = (pieces: readonly Piece[]) =>
		pieces.reduce((sum, { text, style }) => sum + widthOf(text, style), 0);
	/** Neighbors of one style become one piece, so that their letters are set together. */
	const setLine = (pieces: readonly Piece[]): Line => {
		const joined: Piece[] = [];
		for (const { text, style } of pieces) {
			const last = joined.at(-1);
			if (last?.style === style) last.text += text;
			else joined.push({ text, style });
		}
		return {
			runs: joined.flatMap((piece) => runsOf(piece.text, piece.style)),
			width: widthOfAll(joined),
		};
	};
	const setParagraph = (pieces: readonly Piece[], style: Style, width: number): Line[] => {
		const space = { text: " ", style };
		const set: Line[] = [];
		let line: Piece[] = [];
		let used = 0;
		for (const [at, word] of wordsOf(pieces).entries()) {
			// A word too long for any line breaks into its pieces.
			const units =
				widthOfAll(word) <= width
					? [word]
					: word.flatMap((piece) => split(piece.text, piece.style, width).map((text) => [{ ...piece, text }]));
			for (const [index, unit] of units.entries()) {
				const own = widthOfAll(unit);
				const before = index === 0 && at > 0 && line.length > 0 ? [space] : [];
				const gap = widthOfAll(before);
				if (line.length > 0 && used + gap + own > width) {
					set.push(setLine(line));
					[line, used] = [[...unit], own];
				} else {
					line.push(...before, ...unit);
					used += gap + own;
				}
			}
		}
		set.push(setLine(line));
		return set;
	};

	return {
		lines: (text, style, width) =>
			drawable(text, style.face)
				.split("\n")
				.flatMap((paragraph) => setParagraph([{ text: paragraph, style }], style, width)),
		sentence(text, style, width) {
			const code: Style = { face: "mono", size: style.size * CODE_SIZE };
			return text.split("\n").flatMap((paragraph) =>
				setParagraph(
					codeSpans(paragraph).map((span) => {
						const own = span.code ? code : style;
						return { text: drawable(span.text, own.face), style: own };
					}),
					style,
					width,
				),
			);
		},
		draw({ runs }, x, y, color) {
			let at = x;
			for (const { font, size, text } of runs) {
				doc.font(font).fontSize(size).fillColor(color);
				doc.text(text, at, y, { lineBreak: false, baseline: "alphabetic" });
				at += doc.widthOfString(text);
			}
		},
	};
}

/** Words between spaces. One can have several pieces, such as code with a comma after it. */
function wordsOf(pieces: readonly Piece[]): Piece[][] {
	const words: Piece[][] = [[]];
	for (const { text, style } of pieces) {
		for (const [index, part] of text.split(" ").entries()) {
			if (index > 0) words.push([]);
			if (part !== "") words.at(-1)?.push({ text: part, style });
		}
	}
	return words;
}
