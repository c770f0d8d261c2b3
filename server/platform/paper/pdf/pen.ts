import { lightToken } from "../pages/tokens.ts";
import { createTypesetter, type Line, type Style } from "./typesetter.ts";

type PdfDocument = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89, left: 56, top: 56, bottom: 64 };
export const WIDTH = PAGE.width - 2 * PAGE.left;
export const HEIGHT = PAGE.height - PAGE.top - PAGE.bottom;

export const COLORS = {
	ink: lightToken("ink"),
	quiet: lightToken("quiet"),
	line: lightToken("line"),
	strong: lightToken("line-strong"),
	brass: lightToken("brass"),
	ground: lightToken("paper"),
	high: lightToken("high"),
	medium: lightToken("medium"),
	low: lightToken("low"),
	none: lightToken("none"),
	slate: lightToken("client-slate"),
	blue: lightToken("client-blue"),
	teal: lightToken("client-teal"),
	green: lightToken("client-green"),
	amber: lightToken("client-amber"),
	orange: lightToken("client-orange"),
	rose: lightToken("client-rose"),
	violet: lightToken("client-violet"),
} as const;

export type TextStyle = Style & { color: string; leading: number };
const style = (face: Style["face"], size: number, color: string = COLORS.ink, leading = 1.45): TextStyle => ({
	face,
	size,
	color,
	leading,
});

export const STYLES = {
	text: style("text", 9.5),
	quiet: style("text", 8.5, COLORS.quiet),
	label: style("text", 7.5, COLORS.quiet, 1.35),
	lead: style("text", 12.5, COLORS.ink, 1.4),
	strong: style("strong", 9.5),
	cell: style("text", 8.5, COLORS.ink, 1.4),
	cellMono: style("mono", 7.8, COLORS.ink, 1.5),
	mono: style("mono", 8, COLORS.ink, 1.65),
	title: style("title", 24, COLORS.ink, 1.15),
	longTitle: style("title", 14, COLORS.ink, 1.25),
	letter: style("title", 52, COLORS.ink, 1),
	section: style("strong", 14, COLORS.ink, 1.3),
	heading: style("strong", 11, COLORS.ink, 1.35),
} as const;

export const lineHeight = ({ size, leading }: TextStyle): number => size * leading;

/** How far below its top a line of text stands. */
export const baseline = (set: TextStyle): number => (lineHeight(set) - set.size) / 2 + set.size * 0.8;

/** Tracks the position on the page and draws there. Everything is either part of the document's structure or decoration. */
export type Pen = ReturnType<typeof createPen>;

export function createPen(doc: PdfDocument) {
	const typesetter = createTypesetter(doc);
	let y = PAGE.top;
	const bottom = PAGE.height - PAGE.bottom;

	const newPage = () => {
		doc.continueOnNewPage();
		y = PAGE.top;
	};
	const drawLine = (line: Line, set: TextStyle, x: number, top: number) =>
		typesetter.draw(line, x, top + baseline(set), set.color);

	return {
		doc,
		y: () => y,
		moveTo(next: number) {
			y = next;
		},
		skip(height: number) {
			y += height;
		},
		/** Starts a new page unless this much still fits on the current one. Returns whether it did. */
		room(height: number): boolean {
			if (y === PAGE.top || y + height <= bottom) return false;
			newPage();
			return true;
		},
		left: () => bottom - y,
		newPage,
		lines: (text: string, set: TextStyle, width: number) => typesetter.lines(text, set, width),
		/** A sentence from a rule, with its code in mono. */
		sentence: (text: string, set: TextStyle, width: number) => typesetter.sentence(text, set, width),
		/** At most so many lines of either kind. If the text goes on, the last one ends with a mark. */
		clip(
			kind: "lines" | "sentence",
			text: string,
			set: TextStyle,
			{ width, most }: { width: number; most: number },
		): Line[] {
			const whole = typesetter[kind](text, set, width);
			const [mark] = typesetter.lines("…", set, width);
			if (whole.length <= most || !mark) return whole;
			const kept = typesetter[kind](text, set, width - mark.width).slice(0, most);
			return kept.map((line, index) =>
				index < most - 1 ? line : { runs: [...line.runs, ...mark.runs], width: line.width + mark.width },
			);
		},
		drawLine,
		/** Lines below each other, across pages where needed. */
		flow(lines: readonly Line[], set: TextStyle, x: number, beside?: (top: number, height: number) => void) {
			const height = lineHeight(set);
			for (const [index, line] of lines.entries()) {
				// No line of a longer text stands alone at the bottom or top of a page.
				const together = lines.length > 1 && (index === 0 || index === lines.length - 2) ? 2 : 1;
				if (y + height * together > bottom) newPage();
				beside?.(y, height);
				drawLine(line, set, x, y);
				y += height;
			}
		},
		/** Something to read, as an element of the document's structure. */
		read(parent: Element, type: string, draw: () => void) {
			const content = doc.markStructureContent(type);
			draw();
			doc.endMarkedContent();
			parent.add(doc.struct(type, {}, [content]));
		},
		/** A picture, and what it shows in words. */
		figure(parent: Element, alt: string, draw: () => void) {
			const content = doc.markStructureContent("Figure");
			draw();
			doc.endMarkedContent();
			parent.add(doc.struct("Figure", { alt }, [content]));
		},
		/** An element that holds others. */
		hold(parent: Element, type: string, fill: (element: Element) => void) {
			const element = doc.struct(type);
			parent.add(element);
			fill(element);
			element.end();
		},
		/** Decoration. Not inside `read`. */
		adorn(draw: () => void) {
			doc.markContent("Artifact", { type: "Layout" });
			draw();
			doc.endMarkedContent();
		},
	};
}
