import type { Severity } from "#contract/findings/severity.ts";
import type { Cause } from "../document/document.ts";
import { SEVERITY_LABELS } from "../severity-labels.ts";
import { drawRule, drawSeverity } from "./draw-marks.ts";
import { baseline, COLORS, type Element, lineHeight, PAGE, type Pen, STYLES, type TextStyle, WIDTH } from "./pen.ts";
import type { Line } from "./typesetter.ts";

/** Severity, marks and labels hang left of the text. */
const GUTTER = 88;
const BODY = WIDTH - GUTTER;
/** Above and below the text of each cause. */
const PADDING = 6;
const PLACES = 3;

type Part = { type: string; style: TextStyle; lines: Line[] };
type Row = { label: Part; body: Part; above: number };

/** A cause as lines that fit on a page together. */
export type SetCause = { severity: Severity; rows: Row[]; height: number };

/** What to do about a cause: its title, and what to ask for. */
export function setStep(pen: Pen, cause: Cause): SetCause {
	const { title, ask } = cause;
	return together(cause, [
		{ label: severityOf(pen, cause), body: bodyOf(pen, "P", title, STYLES.strong, 1), above: 0 },
		{ label: marksOf(pen, cause), body: bodyOf(pen, "P", ask, STYLES.text, 2), above: 0 },
	]);
}

/** All of a cause that its owner needs: what, where, why, and what to ask for. */
export function setCause(pen: Pen, cause: Cause): SetCause {
	const { title, why, ask } = cause;
	return together(cause, [
		{ label: severityOf(pen, cause), body: bodyOf(pen, "H3", title, STYLES.heading, 2), above: 0 },
		{ label: marksOf(pen, cause), body: placesOf(pen, cause), above: 0 },
		{ label: labelOf(pen, "Why it matters"), body: bodyOf(pen, "P", why, STYLES.text, 4), above: 2 },
		{ label: labelOf(pen, "What to ask for"), body: bodyOf(pen, "P", ask, STYLES.text, 4), above: 2 },
	]);
}

export function drawCause(pen: Pen, parent: Element, { severity, rows, height }: SetCause): void {
	const end = pen.y() + height;
	pen.adorn(() => {
		drawRule(pen, PAGE.left, pen.y(), WIDTH);
		drawSeverity(pen, severity, PAGE.left, pen.y() + PADDING + 3.4, 8);
	});
	pen.skip(PADDING);
	pen.hold(parent, "Sect", (element) => {
		for (const [index, { label, body, above }] of rows.entries()) {
			pen.skip(above);
			const top = pen.y();
			pen.moveTo(top + baseline(body.style) - baseline(label.style));
			const x = index === 0 ? PAGE.left + SHAPE : PAGE.left;
			pen.read(element, label.type, () => pen.flow(label.lines, label.style, x));
			pen.moveTo(top);
			pen.read(element, body.type, () => pen.flow(body.lines, body.style, PAGE.left + GUTTER));
		}
	});
	pen.moveTo(end);
}

/** What the severity's shape takes before its word. */
const SHAPE = 13;

function together({ problems: [{ severity }] }: Cause, rows: Row[]): SetCause {
	const text = rows.reduce((sum, { above, body }) => sum + above + body.lines.length * lineHeight(body.style), 0);
	return { severity, rows, height: text + 2 * PADDING };
}

const severityOf = (pen: Pen, { problems: [{ severity }] }: Cause): Part => {
	const style: TextStyle = { ...STYLES.strong, color: COLORS[severity] };
	return { type: "P", style, lines: pen.lines(SEVERITY_LABELS[severity].label, style, GUTTER) };
};

const marksOf = (pen: Pen, { problems }: Cause): Part => labelOf(pen, problems.map(({ mark }) => mark).join(", "));

const labelOf = (pen: Pen, text: string): Part => ({
	type: "P",
	style: STYLES.label,
	lines: pen.clip("lines", text, STYLES.label, { width: GUTTER - 8, most: 1 }),
});

const bodyOf = (pen: Pen, type: string, text: string, style: TextStyle, most: number): Part => ({
	type,
	style,
	lines: pen.clip("sentence", text, style, { width: BODY, most }),
});

/** As many of the first places as fit in two lines, and how many more there are. */
function placesOf(pen: Pen, { places }: Cause): Part {
	const style: TextStyle = { ...STYLES.cellMono, color: COLORS.quiet };
	const more = (shown: number) => (places.length > shown ? ` and ${places.length - shown} more` : "");
	for (let shown = Math.min(PLACES, places.length); shown > 0; shown -= 1) {
		const lines = pen.lines(`${places.slice(0, shown).join(", ")}${more(shown)}`, style, BODY);
		if (lines.length <= 2) return { type: "P", style, lines };
	}
	const [first = ""] = places;
	const cut = pen.clip("lines", first, style, { width: BODY, most: 1 });
	return { type: "P", style, lines: places.length > 1 ? [...cut, ...pen.lines(more(1).trim(), style, BODY)] : cut };
}
