import { visibleLine } from "../../texts/visible-text.ts";
import type { Block } from "../document/document.ts";
import { drawPicture } from "./draw-picture.ts";
import { COLORS, type Element, lineHeight, PAGE, type Pen, STYLES, WIDTH } from "./pen.ts";

/** Pictures side by side. They were read to fit this box (PICTURE_BOX). */
const COLUMNS = 3;
const GAP = 16;

/** Small pictures in rows, each with its caption below it. */
export function drawPictures(pen: Pen, parent: Element, { items }: Extract<Block, { type: "pictures" }>): void {
	const width = (WIDTH - GAP * (COLUMNS - 1)) / COLUMNS;
	for (let start = 0; start < items.length; start += COLUMNS) {
		const row = items.slice(start, start + COLUMNS).map(({ picture, alt, lines }) => ({
			picture,
			alt,
			lines: lines.map((line) => pen.lines(visibleLine(line), STYLES.label, width)),
		}));
		const tallest = Math.max(...row.map(({ picture }) => picture.height));
		const words = Math.max(...row.map(({ lines }) => lines.flat().length)) * lineHeight(STYLES.label);
		pen.room(tallest + words + 8);
		const top = pen.y();
		let lowest = top;
		for (const [index, { picture, alt, lines }] of row.entries()) {
			const x = PAGE.left + index * (width + GAP);
			pen.figure(parent, visibleLine(alt), () => {
				if (picture.ground === "dark") pen.doc.rect(x, top, picture.width, picture.height).fill(COLORS.ink);
				drawPicture(pen, picture, { name: `Picture${start + index}at${Math.round(top)}`, x, top });
			});
			pen.moveTo(top + tallest + 4);
			for (const line of lines) pen.read(parent, "P", () => pen.flow(line, STYLES.label, x));
			lowest = Math.max(lowest, pen.y());
		}
		pen.moveTo(lowest + 8);
	}
}
