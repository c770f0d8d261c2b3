import type { Logo } from "../../files/pictures/logo.ts";
import { visibleLine } from "../../texts/visible-text.ts";
import type { Letterhead } from "../letterhead.ts";
import { drawPicture } from "./draw-picture.ts";
import { COLORS, type Element, lineHeight, PAGE, type Pen, STYLES, type TextStyle, WIDTH } from "./pen.ts";

/** Around a light logo. */
const GROUND = { x: 8, y: 5 };

/** How much of a page a logo takes up, with its background. */
const logoSize = ({ width, height, ground }: Logo): { width: number; height: number } =>
	ground === "dark" ? { width: width + 2 * GROUND.x, height: height + 2 * GROUND.y } : { width, height };

function drawLogo(pen: Pen, logo: Logo, x: number, top: number): void {
	const { width, height, ground } = logo;
	const inset = ground === "dark" ? GROUND : { x: 0, y: 0 };
	if (ground === "dark") pen.doc.rect(x, top, width + 2 * inset.x, height + 2 * inset.y).fill(COLORS.ink);
	drawPicture(pen, logo, { name: "Logo", x: x + inset.x, top: top + inset.y });
}

const GAP = 14;

/** The issuer of the document, above everything else on its first page. */
export function drawSender(pen: Pen, root: Element, { name, color, logo }: Letterhead): void {
	const top = pen.y();
	const size = logo ? logoSize(logo) : { width: 0, height: 0 };
	const x = logo ? PAGE.left + size.width + GAP : PAGE.left;
	const lines = pen.lines(visibleLine(name), STYLES.heading, PAGE.left + WIDTH - x);
	const height = Math.max(size.height, lines.length * lineHeight(STYLES.heading));
	if (logo) pen.adorn(() => drawLogo(pen, logo, PAGE.left, top + (height - size.height) / 2));
	pen.moveTo(top + (height - lines.length * lineHeight(STYLES.heading)) / 2);
	pen.read(root, "P", () => pen.flow(lines, STYLES.heading, x));
	pen.moveTo(top + height + 8);
	pen.adorn(() => pen.doc.rect(PAGE.left, pen.y(), WIDTH, 2).fill(COLORS[color]));
	pen.skip(26);
}

/** The client the document is about, by name and with its color beside it. */
export function drawClient(pen: Pen, root: Element, { name, color }: NonNullable<Letterhead["client"]>): void {
	const style: TextStyle = STYLES.heading;
	const edge = (top: number, height: number) => pen.doc.rect(PAGE.left, top, 4, height + 0.5).fill(COLORS[color]);
	pen.read(root, "P", () => pen.flow(pen.lines("Client", STYLES.label, WIDTH), STYLES.label, PAGE.left + 12, edge));
	const lines = pen.lines(visibleLine(name), style, WIDTH - 12);
	pen.read(root, "P", () => pen.flow(lines, style, PAGE.left + 12, edge));
}

/** Above the text of each further page: pages get separated, so each says whose it is. */
export function drawRunningHead(pen: Pen, { name, client }: Letterhead): void {
	const top = PAGE.top - 28;
	const half = WIDTH / 2 - GAP;
	const [sender] = pen.clip("lines", visibleLine(name), STYLES.label, { width: client ? half : WIDTH, most: 1 });
	if (sender) pen.drawLine(sender, STYLES.label, PAGE.left + WIDTH - sender.width, top);
	if (!client) return;
	pen.doc.rect(PAGE.left, top, 4, lineHeight(STYLES.label)).fill(COLORS[client.color]);
	const [line] = pen.clip("lines", visibleLine(client.name), STYLES.label, { width: half - 10, most: 1 });
	if (line) pen.drawLine(line, STYLES.label, PAGE.left + 10, top);
}
