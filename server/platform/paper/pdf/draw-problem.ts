import { setImmediate as pause } from "node:timers/promises";
import type { Evidence } from "#contract/findings/findings.ts";
import { counted } from "#contract/format/count.ts";
import { READER_LABELS } from "#contract/reader.ts";
import type { ProblemBlock, Sighting } from "../document/document.ts";
import { SEVERITY_LABELS } from "../severity-labels.ts";
import { drawRule, drawSeverity } from "./draw-marks.ts";
import { drawTable } from "./draw-table.ts";
import { COLORS, type Element, lineHeight, PAGE, type Pen, STYLES, type TextStyle, WIDTH } from "./pen.ts";

const VOICE_GAP = 28;
const INSET = 8;

/** One problem: what it is, how it looked, what it means to each reader, and where it is. */
export async function drawProblem(pen: Pen, parent: Element, problem: ProblemBlock): Promise<void> {
	const { mark, severity, title, decisions, seen, unseen, places } = problem;
	const facts = problem.facts.map((fact) => (typeof fact === "string" ? fact : fact.text));
	const article = pen.doc.struct("Sect");
	parent.add(article);
	pen.room(110);
	pen.adorn(() => drawRule(pen, PAGE.left, pen.y(), WIDTH));
	pen.skip(10);

	const marked: TextStyle = { ...STYLES.strong, color: COLORS[severity] };
	const [word] = pen.lines(`${mark}  ${SEVERITY_LABELS[severity].label}`, marked, WIDTH);
	pen.adorn(() => drawSeverity(pen, severity, PAGE.left, pen.y() + 2.6, 8));
	pen.read(article, "P", () => pen.flow(word ? [word] : [], marked, PAGE.left + 13));
	pen.read(article, "H3", () => pen.flow(pen.sentence(title, STYLES.heading, WIDTH), STYLES.heading, PAGE.left));
	pen.read(article, "P", () => pen.flow(pen.lines(facts.join("  ·  "), STYLES.quiet, WIDTH), STYLES.quiet, PAGE.left));
	for (const text of decisions) {
		pen.skip(4);
		const lines = pen.lines(text, STYLES.cell, WIDTH - 10);
		const bar = (top: number, height: number) => pen.doc.rect(PAGE.left, top, 2, height).fill(COLORS.brass);
		pen.read(article, "P", () => pen.flow(lines, STYLES.cell, PAGE.left + 10, bar));
	}
	for (const [index, each] of seen.entries()) {
		drawSighting(pen, article, each);
		if (index % 20 === 19) await pause();
	}
	if (unseen > 0) {
		const text = `What was seen at ${counted(unseen, "more place")} is in the JSON file of this report.`;
		pen.skip(4);
		pen.read(article, "P", () => pen.flow(pen.lines(text, STYLES.quiet, WIDTH), STYLES.quiet, PAGE.left));
	}
	pen.skip(10);
	drawVoices(pen, article, problem);
	if (places) {
		pen.skip(10);
		await drawTable(pen, article, places);
	}
	article.end();
}

/** Mono on a ruled background: evidence never looks like what we say about it. */
function drawSighting(pen: Pen, article: Element, { where, evidence }: Sighting): void {
	pen.skip(6);
	pen.room(54);
	pen.read(article, "P", () => pen.flow(pen.lines(`Seen at ${where}`, STYLES.quiet, WIDTH), STYLES.quiet, PAGE.left));
	for (const each of evidence) drawEvidence(pen, article, each);
}

function drawEvidence(pen: Pen, article: Element, { source, text }: Evidence): void {
	pen.skip(2);
	const ground = (top: number, height: number) => {
		pen.doc.rect(PAGE.left, top + 0.3, WIDTH, height).fill(COLORS.ground);
		drawRule(pen, PAGE.left, top + height, WIDTH);
	};
	const labels = pen.lines(source, STYLES.label, WIDTH - 2 * INSET);
	const label = { ...STYLES.label, leading: 1.8 };
	pen.read(article, "P", () => pen.flow(labels, label, PAGE.left + INSET, ground));
	const lines = pen.lines(text, STYLES.mono, WIDTH - 2 * INSET);
	pen.read(article, "Code", () => pen.flow(lines, STYLES.mono, PAGE.left + INSET, ground));
}

/** Side by side if they fit on the rest of the page, otherwise below each other. */
function drawVoices(pen: Pen, article: Element, { voices }: ProblemBlock): void {
	const width = (WIDTH - VOICE_GAP) / 2;
	const parts = voices.map(({ reader, why, fix }) => [
		{
			type: "H4",
			style: STYLES.strong,
			lines: pen.lines(`For the ${READER_LABELS[reader].toLowerCase()}`, STYLES.strong, width),
		},
		{ type: "P", style: STYLES.label, lines: pen.lines("Why it matters", STYLES.label, width) },
		{ type: "P", style: STYLES.cell, lines: pen.sentence(why, STYLES.cell, width) },
		{ type: "P", style: STYLES.label, lines: pen.lines("How to fix it", STYLES.label, width) },
		{ type: "P", style: STYLES.cell, lines: pen.sentence(fix, STYLES.cell, width) },
	]);
	const height = Math.max(
		...parts.map((part) => part.reduce((sum, { style, lines }) => sum + lines.length * lineHeight(style) + 3, 0)),
	);
	if (height < 400) pen.room(height);
	const isBeside = height < 400;
	const top = pen.y();
	let lowest = top;
	for (const [index, part] of parts.entries()) {
		if (isBeside) pen.moveTo(top);
		const x = isBeside ? PAGE.left + index * (width + VOICE_GAP) : PAGE.left;
		for (const { type, style, lines } of part) {
			pen.read(article, type, () => pen.flow(lines, style, x));
			pen.skip(style === STYLES.label ? 0 : 3);
		}
		lowest = isBeside ? Math.max(lowest, pen.y()) : pen.y();
	}
	pen.moveTo(lowest);
}
