import type { Severity } from "#contract/findings/severity.ts";
import { drawBob, drawRule, drawSeverity } from "./draw-marks.ts";
import { COLORS, type Element, lineHeight, PAGE, type Pen, STYLES, type TextStyle, WIDTH } from "./pen.ts";

const ABOVE = 14;
const TO_TEXT = 11;
const BELOW = 6;

/** What a heading of one line takes, with the space around it. */
export const SECTION_HEADING = ABOVE + TO_TEXT + lineHeight(STYLES.section) + BELOW;

/** A section's heading below its rule, and its line in the outline. `room` is what has to fit below it on the same page. */
export function drawSectionHeading(
	pen: Pen,
	parent: Element,
	{ heading, severity, room }: { heading: string; severity?: Severity | undefined; room: number },
): void {
	pen.skip(ABOVE);
	pen.room(SECTION_HEADING - ABOVE + room);
	pen.adorn(() => {
		drawRule(pen, PAGE.left, pen.y(), WIDTH, COLORS.strong);
		if (severity) drawSeverity(pen, severity, PAGE.left, pen.y() + 15.5, 10);
		else drawBob(pen, PAGE.left, pen.y() - 3, 10);
	});
	pen.skip(TO_TEXT);
	const style: TextStyle = { ...STYLES.section, ...(severity && { color: COLORS[severity] }) };
	pen.doc.outline.addItem(heading);
	pen.read(parent, "H2", () => pen.flow(pen.lines(heading, style, WIDTH - 16), style, PAGE.left + (severity ? 16 : 0)));
	pen.skip(BELOW);
}
