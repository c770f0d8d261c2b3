import { setImmediate as pause } from "node:timers/promises";
import { cellText } from "../document/cell-text.ts";
import type { Cell, Table } from "../document/document.ts";
import { drawRule, drawSeverity, drawStanding } from "./draw-marks.ts";
import { COLORS, type Element, lineHeight, PAGE, type Pen, STYLES, type TextStyle, WIDTH } from "./pen.ts";
import type { Line } from "./typesetter.ts";

const GAP = 12;
const PADDING = 4.5;
const SHAPE = 7;
/** A row stays on one page. Longer fields are complete in the other files. */
const CELL_LINES = 40;
/** A table no taller than this stays on one page: it is not worth a second header. */
const SMALL = 180;
const SMALL_ROWS = 8;
/** In a table that spans pages, neither the first nor the last row stands alone. */
const TOGETHER = 2;

type SetCell = { lines: Line[]; style: TextStyle; cell: Cell };

const styleOf = (cell: Cell): TextStyle => {
	if (typeof cell === "string" || "marks" in cell) return STYLES.cell;
	if ("mono" in cell) return STYLES.cellMono;
	return { ...STYLES.cell, face: "strong", color: "severity" in cell ? COLORS[cell.severity] : COLORS.ink };
};

/** Fields that start with a shape. */
const hasShape = (cell: Cell): cell is Extract<Cell, { severity: unknown } | { standing: unknown }> =>
	typeof cell !== "string" && ("severity" in cell || "standing" in cell);

/** A table's fields as lines, each in its column. */
function typeset(pen: Pen, { caption, columns, rows }: Table) {
	const shares = columns.reduce((sum, { share }) => sum + share, 0);
	const widths = columns.map(({ share }) => ((WIDTH - GAP * (columns.length - 1)) * share) / shares);
	const starts = widths.map(
		(_, index) => PAGE.left + widths.slice(0, index).reduce((sum, width) => sum + width + GAP, 0),
	);
	const set = (cells: readonly Cell[], style?: TextStyle): SetCell[] =>
		cells.map((cell, index) => {
			const own = style ?? styleOf(cell);
			const width = (widths[index] ?? 0) - (hasShape(cell) ? SHAPE + 4 : 0);
			const lines = pen[typeof cell === "string" ? "sentence" : "lines"](cellText(cell), own, width);
			const shown =
				lines.length > CELL_LINES ? [...lines.slice(0, CELL_LINES - 1), ...pen.lines("…", own, width)] : lines;
			return { lines: shown, style: own, cell };
		});
	const heads = columns.map((column) => column.head);
	const head = set(heads, STYLES.label);
	const title = pen.lines(caption, STYLES.strong, WIDTH);
	const top = title.length * lineHeight(STYLES.strong) + heightOf(head) + 4;
	const heights = rows.slice(0, SMALL_ROWS).map((row) => heightOf(set(row)));
	const all = top + heights.reduce((sum, height) => sum + height, 0);
	const isSmall = rows.length === heights.length && all <= SMALL;
	// Of three rows, none can be separated from the others.
	const first = heights
		.slice(0, rows.length === TOGETHER + 1 ? rows.length : TOGETHER)
		.reduce((sum, height) => sum + height, 0);
	return { starts, set, head, title, room: isSmall ? all : top + first };
}

const heightOf = (cells: readonly SetCell[]) =>
	2 * PADDING + Math.max(...cells.map(({ lines, style }) => lines.length * lineHeight(style)));

/** What has to fit on a page for a table to start there. */
export const tableRoom = (pen: Pen, table: Table): number => typeset(pen, table).room;

/** A table over as many pages as it takes, with its header on each. */
export async function drawTable(pen: Pen, parent: Element, content: Table): Promise<void> {
	const { starts, set, head, title, room } = typeset(pen, content);
	const drawCell = ({ lines, style, cell }: SetCell, index: number, top: number) => {
		const x = (starts[index] ?? 0) + (hasShape(cell) ? SHAPE + 4 : 0);
		for (const [row, line] of lines.entries()) pen.drawLine(line, style, x, top + PADDING + row * lineHeight(style));
	};
	pen.room(room);

	const table = pen.doc.struct("Table");
	parent.add(table);
	pen.read(table, "Caption", () => pen.flow(title, STYLES.strong, PAGE.left));
	pen.skip(2);

	const drawHead = () => {
		const top = pen.y();
		for (const [index, cell] of head.entries()) drawCell(cell, index, top);
	};
	const ruleBelow = (height: number, color: string) => {
		pen.adorn(() => drawRule(pen, PAGE.left, pen.y() + height, WIDTH, color));
		pen.skip(height);
	};
	pen.hold(table, "TR", (row) => {
		const top = pen.y();
		for (const [index, cell] of head.entries()) pen.read(row, "TH", () => drawCell(cell, index, top));
	});
	ruleBelow(heightOf(head), COLORS.strong);

	for (const [number, cells] of content.rows.entries()) {
		const row = set(cells);
		const height = heightOf(row);
		const last = number === content.rows.length - TOGETHER ? content.rows.at(-1) : undefined;
		if (pen.room(height + (last ? heightOf(set(last)) : 0))) {
			pen.adorn(drawHead);
			ruleBelow(heightOf(head), COLORS.strong);
		}
		const top = pen.y();
		pen.adorn(() => {
			for (const [index, { cell }] of row.entries()) {
				if (!hasShape(cell)) continue;
				const [x, y] = [starts[index] ?? 0, top + PADDING + 2.4];
				if ("severity" in cell) drawSeverity(pen, cell.severity, x, y, SHAPE);
				else drawStanding(pen, cell.standing, x, y, SHAPE);
			}
		});
		pen.hold(table, "TR", (element) => {
			for (const [index, cell] of row.entries()) pen.read(element, "TD", () => drawCell(cell, index, top));
		});
		ruleBelow(height, COLORS.line);
		if (number % 100 === 99) await pause();
	}
	table.end();
}
