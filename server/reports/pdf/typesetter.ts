import { visibleText } from "../visible-text.ts";
import { FACES, type Face } from "./faces.ts";

type PdfDocument = PDFKit.PDFDocument;

/** Characters that one font draws. */
type Run = { font: string; text: string };
/** One line with its width. */
export type Line = { runs: Run[]; width: number };

export type Style = { face: Face; size: number };

/** pdfkit's own view of the font it was told to use: whether a character is in it is not part of its public interface. */
type Opened = { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };

export type Typesetter = {
	/** Text as lines no wider than `width`; its own line feeds end lines too. */
	lines(text: string, style: Style, width: number): Line[];
	/** `x` and the baseline's `y`, in points from the top left. */
	draw(line: Line, style: Style, x: number, y: number, color: string): void;
};

/** Characters that no font here has are named, as `‹U+4E2D›`: nothing is left out without a trace. */
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
	/** The font for a character; empty where none has it. */
	const fontOf = (face: Face, character: string): string => {
		const key = face + character;
		let font = chosen.get(key);
		if (font === undefined) {
			font = FACES[face].find((path) => has(path, character)) ?? "";
			chosen.set(key, font);
		}
		return font;
	};
	/** Only what can be drawn, with unseen characters named. */
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
	const runsOf = (text: string, face: Face): Run[] => {
		const runs: Run[] = [];
		for (const character of text) {
			const last = runs.at(-1);
			const font = character === " " && last ? last.font : fontOf(face, character) || (FACES[face][0] ?? "");
			if (last?.font === font) last.text += character;
			else runs.push({ font, text: character });
		}
		return runs;
	};
	const widthOf = (text: string, { face, size }: Style): number => {
		const key = `${face} ${size} ${text}`;
		const known = widths.get(key);
		if (known !== undefined) return known;
		const width = runsOf(text, face).reduce(
			(sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text),
			0,
		);
		// Words come again; whole names of a long report do not, and would fill memory.
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

	const setLine = (text: string, style: Style): Line => ({
		runs: runsOf(text, style.face),
		width: widthOf(text, style),
	});

	return {
		lines(text, style, width) {
			const space = widthOf(" ", style);
			const set: Line[] = [];
			for (const paragraph of drawable(text, style.face).split("\n")) {
				let line = "";
				let used = 0;
				for (const word of paragraph.split(" ")) {
					for (const [index, piece] of split(word, style, width).entries()) {
						const wide = widthOf(piece, style);
						const gap = index === 0 && line !== "" ? space : 0;
						if (line !== "" && used + gap + wide > width) {
							set.push(setLine(line, style));
							[line, used] = [piece, wide];
						} else {
							line += (gap > 0 ? " " : "") + piece;
							used += gap + wide;
						}
					}
				}
				set.push(setLine(line, style));
			}
			return set;
		},
		draw({ runs }, { size }, x, y, color) {
			let at = x;
			for (const { font, text } of runs) {
				doc.font(font).fontSize(size).fillColor(color);
				doc.text(text, at, y, { lineBreak: false, baseline: "alphabetic" });
				at += doc.widthOfString(text);
			}
		},
	};
}
