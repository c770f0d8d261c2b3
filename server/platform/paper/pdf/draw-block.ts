import { GRADES } from "#contract/findings/findings.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { counted } from "#contract/format/count.ts";
import type { Block, Table } from "../document/document.ts";
import { SEVERITY_LABELS } from "../severity-labels.ts";
import { drawBob, drawRule, drawSeverity } from "./draw-marks.ts";
import { drawPictures } from "./draw-pictures.ts";
import { drawProblem } from "./draw-problem.ts";
import { drawTable } from "./draw-table.ts";
import { COLORS, type Element, lineHeight, PAGE, type Pen, STYLES, type TextStyle, WIDTH } from "./pen.ts";

export const READING_WIDTH = 440;

/** Draws one block below what is already there. */
export async function drawBlock(pen: Pen, parent: Element, block: Block): Promise<void> {
	switch (block.type) {
		case "heading":
			return drawHeading(pen, parent, block.text);
		case "paragraph": {
			const style = block.tone ? STYLES[block.tone] : STYLES.text;
			return paragraph(pen, parent, "P", block.text, style);
		}
		case "note":
			return drawNote(pen, parent, block);
		case "quote": {
			const bar = (top: number, height: number) => pen.doc.rect(PAGE.left, top, 2, height).fill(COLORS.strong);
			const lines = pen.lines(block.text, STYLES.text, READING_WIDTH);
			return pen.read(parent, "BlockQuote", () => pen.flow(lines, STYLES.text, PAGE.left + 12, bar));
		}
		case "list":
			return drawList(pen, parent, block);
		case "facts":
			return drawFacts(pen, parent, block.items);
		case "counts":
			return drawCounts(pen, parent, block);
		case "grade":
			return drawGrade(pen, parent, block);
		case "table":
			return drawTable(pen, parent, block);
		case "pictures":
			return drawPictures(pen, parent, block);
		case "link":
			return paragraph(pen, parent, "P", `${block.text}: ${block.href}`, STYLES.quiet);
		case "first":
			return paragraph(pen, parent, "P", `What to do first: ${block.text} See ${block.mark}.`, STYLES.text);
		case "index":
			return drawTable(pen, parent, indexTable(block.items));
		case "fold":
			return drawFold(pen, parent, block.summary, block.blocks);
		case "problem":
			return drawProblem(pen, parent, block);
	}
}

function drawHeading(pen: Pen, parent: Element, text: string): void {
	pen.room(60);
	paragraph(pen, parent, "H3", text, STYLES.heading);
}

/** Paper folds nothing away. A table's caption already describes it. */
async function drawFold(pen: Pen, parent: Element, summary: string, blocks: readonly Block[]): Promise<void> {
	if (blocks[0]?.type !== "table") drawHeading(pen, parent, summary);
	for (const block of blocks) {
		await drawBlock(pen, parent, block);
		pen.skip(6);
	}
}

const indexTable = (items: Extract<Block, { type: "index" }>["items"]): Table => ({
	caption: `${counted(items.length, "problem")}, worst first`,
	columns: [
		{ head: "Mark", share: 1 },
		{ head: "Severity", share: 1.7 },
		{ head: "Problem", share: 7 },
		{ head: "Places", share: 1.4 },
	],
	rows: items.map(({ mark, severity, title, places }) => [mark, { severity }, title, String(places)]),
});

function paragraph(pen: Pen, parent: Element, type: string, text: string, style: TextStyle): void {
	pen.read(parent, type, () => pen.flow(pen.sentence(text, style, READING_WIDTH), style, PAGE.left));
}

/** Each label above its value, side by side as far as the width allows. */
export function drawFacts(pen: Pen, parent: Element, items: readonly [string, string][]): void {
	const columns = 3;
	const width = (WIDTH - 20 * (columns - 1)) / columns;
	for (let start = 0; start < items.length; start += columns) {
		const row = items.slice(start, start + columns).map(([label, value]) => ({
			label: pen.lines(label, STYLES.label, width),
			value: pen.lines(value, STYLES.text, width),
		}));
		pen.room(50);
		const top = pen.y();
		let lowest = top;
		for (const [index, { label, value }] of row.entries()) {
			const x = PAGE.left + index * (width + 20);
			pen.moveTo(top);
			pen.read(parent, "P", () => pen.flow(label, STYLES.label, x));
			pen.read(parent, "P", () => pen.flow(value, STYLES.text, x));
			lowest = Math.max(lowest, pen.y());
		}
		pen.moveTo(lowest + 8);
	}
}

/** `most`: how many items, and how many lines of each. The rest is in the document's appendix. */
export function drawNote(
	pen: Pen,
	parent: Element,
	{ title, items = [], lines }: Extract<Block, { type: "note" }>,
	most: { items: number; lines: number } = { items: items.length, lines: Number.POSITIVE_INFINITY },
): void {
	const width = WIDTH - 28;
	const more = items.length - most.items;
	const rest = more > 0 ? [`And ${more} more, in the appendix`] : [];
	const parts = [
		{ style: STYLES.strong, lines: pen.sentence(title, STYLES.strong, width) },
		...[...items.slice(0, most.items), ...rest].map((item) => ({
			style: STYLES.text,
			lines: pen.clip("sentence", `– ${item}`, STYLES.text, { width, most: most.lines }),
		})),
		...lines.map((text) => ({ style: STYLES.text, lines: pen.sentence(text, STYLES.text, width) })),
	];
	const height = parts.reduce((sum, part) => sum + part.lines.length * lineHeight(part.style) + 4, 16);
	pen.room(height);
	pen.adorn(() => {
		pen.doc.rect(PAGE.left, pen.y(), WIDTH, height).lineWidth(0.6).fillAndStroke(COLORS.ground, COLORS.strong);
		pen.doc.rect(PAGE.left, pen.y(), 4, height).fill(COLORS.ink);
	});
	pen.skip(10);
	for (const part of parts) {
		pen.read(parent, "P", () => pen.flow(part.lines, part.style, PAGE.left + 16));
		pen.skip(4);
	}
	pen.skip(6);
}

function drawList(pen: Pen, parent: Element, { items, ordered }: Extract<Block, { type: "list" }>): void {
	pen.hold(parent, "L", (list) => {
		for (const [index, item] of items.entries()) {
			const lines = pen.sentence(item, STYLES.text, READING_WIDTH - 18);
			pen.room(Math.min(lines.length, 3) * lineHeight(STYLES.text));
			const top = pen.y();
			pen.hold(list, "LI", (element) => {
				pen.read(element, "Lbl", () => {
					const [label] = pen.lines(ordered ? `${index + 1}.` : "•", STYLES.text, 18);
					if (label) pen.drawLine(label, STYLES.text, PAGE.left + (ordered ? 0 : 4), top);
				});
				pen.read(element, "LBody", () => pen.flow(lines, STYLES.text, PAGE.left + 18));
			});
			pen.skip(4);
		}
	});
}

function drawCounts(pen: Pen, parent: Element, { counts }: Extract<Block, { type: "counts" }>): void {
	const width = WIDTH / SEVERITIES.length;
	pen.room(62);
	pen.adorn(() => drawRule(pen, PAGE.left, pen.y(), WIDTH));
	pen.skip(8);
	const top = pen.y();
	for (const [index, severity] of SEVERITIES.entries()) {
		const x = PAGE.left + index * width;
		const isZero = counts[severity] === 0;
		const number: TextStyle = {
			face: isZero ? "text" : "strong",
			size: 20,
			leading: 1.2,
			color: isZero ? COLORS.quiet : COLORS.ink,
		};
		const label: TextStyle = { ...STYLES.label, size: 8.5, color: COLORS[severity] };
		pen.adorn(() => drawSeverity(pen, severity, x, top + 27.5, 8));
		pen.moveTo(top);
		pen.read(parent, "P", () => pen.flow(pen.lines(String(counts[severity]), number, width), number, x));
		pen.moveTo(top + 26);
		pen.read(parent, "P", () => pen.flow(pen.lines(SEVERITY_LABELS[severity].label, label, width), label, x + 12));
	}
	pen.moveTo(top + 44);
	pen.adorn(() => drawRule(pen, PAGE.left, pen.y(), WIDTH));
	pen.skip(4);
}

/** The letter with the plumb line over the scale. */
function drawGrade(pen: Pen, parent: Element, { grade, label, reason }: Extract<Block, { type: "grade" }>): void {
	const [x, width] = [PAGE.left + 96, WIDTH - 96];
	const lines = pen.lines(reason, STYLES.text, Math.min(width, 340));
	pen.room(96 + lines.length * lineHeight(STYLES.text));
	const top = pen.y() + 4;
	const letter: TextStyle = { ...STYLES.letter, color: grade === null ? COLORS.quiet : COLORS.ink };
	pen.moveTo(top);
	pen.read(parent, "P", () => pen.flow(pen.lines(grade ?? "–", letter, 80), letter, PAGE.left));
	pen.skip(4);
	pen.read(parent, "P", () => pen.flow(pen.lines(label, STYLES.label, 84), STYLES.label, PAGE.left));
	const below = pen.y();
	const [step, base] = [44, top + 46];
	pen.adorn(() => {
		drawRule(pen, x, base, step * GRADES.length, COLORS.strong);
		for (const [index, each] of GRADES.entries()) {
			const middle = x + step * (index + 0.5);
			const isHere = each === grade;
			pen.doc
				.moveTo(middle, base - 4)
				.lineTo(middle, base)
				.lineWidth(0.6)
				.stroke(COLORS.strong);
			if (isHere) {
				pen.doc
					.moveTo(middle, top)
					.lineTo(middle, top + 17)
					.lineWidth(0.6)
					.stroke(COLORS.strong);
				drawBob(pen, middle - 3.4, top + 16, 10);
			}
			const style: TextStyle = {
				...STYLES.label,
				face: isHere ? "strong" : "text",
				color: isHere ? COLORS.ink : COLORS.quiet,
			};
			const [line] = pen.lines(each, style, step);
			if (line) pen.drawLine(line, style, middle - line.width / 2, base - 17);
		}
	});
	pen.moveTo(base + 8);
	pen.read(parent, "P", () => pen.flow(lines, STYLES.text, x));
	pen.moveTo(Math.max(pen.y(), below) + 6);
}
