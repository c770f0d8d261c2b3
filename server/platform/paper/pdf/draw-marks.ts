import { type RequirementStanding, STANDING_SHAPES } from "#contract/controls/standing.ts";
import type { Severity } from "#contract/findings/severity.ts";
import { COLORS, type Pen } from "./pen.ts";

/** The severity's shape in a box of 12 units, as on web pages. */
export function drawSeverity({ doc }: Pen, severity: Severity, x: number, top: number, size: number): void {
	const color = COLORS[severity];
	doc
		.save()
		.translate(x, top)
		.scale(size / 12);
	if (severity === "high") doc.polygon([6, 1], [11.5, 11], [0.5, 11]).fill(color);
	else if (severity === "medium") doc.polygon([6, 0.5], [11.5, 6], [6, 11.5], [0.5, 6]).fill(color);
	else if (severity === "low") doc.circle(6, 6, 4.75).fill(color);
	else doc.circle(6, 6, 4).lineWidth(1.75).stroke(color);
	doc.restore();
}

/** The same for a standing. */
export function drawStanding({ doc }: Pen, standing: RequirementStanding, x: number, top: number, size: number): void {
	doc
		.save()
		.translate(x, top)
		.scale(size / 12);
	doc.path(STANDING_SHAPES[standing]).lineWidth(1.5).stroke(COLORS.ink);
	doc.restore();
}

/** The bob at the end of the plumb line. */
export function drawBob({ doc }: Pen, x: number, top: number, size: number): void {
	const unit = size / 12;
	doc
		.polygon(
			[x + 4 * unit, top],
			[x + 8 * unit, top + 4.5 * unit],
			[x + 4 * unit, top + 12 * unit],
			[x, top + 4.5 * unit],
		)
		.fill(COLORS.brass);
}

export function drawRule({ doc }: Pen, x: number, y: number, width: number, color: string = COLORS.line): void {
	doc
		.moveTo(x, y)
		.lineTo(x + width, y)
		.lineWidth(0.6)
		.stroke(color);
}
