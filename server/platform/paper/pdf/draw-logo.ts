import type { Logo } from "../../files/pictures/logo.ts";
import { drawPicture } from "./draw-picture.ts";
import { COLORS, type Pen } from "./pen.ts";

/** Around a light logo. */
const GROUND = { x: 8, y: 5 };

/** How much of a page a logo takes up, with its background. */
export const logoSize = ({ width, height, ground }: Logo): { width: number; height: number } =>
	ground === "dark" ? { width: width + 2 * GROUND.x, height: height + 2 * GROUND.y } : { width, height };

export function drawLogo(pen: Pen, logo: Logo, x: number, top: number): void {
	const { width, height, ground } = logo;
	const inset = ground === "dark" ? GROUND : { x: 0, y: 0 };
	if (ground === "dark") pen.doc.rect(x, top, width + 2 * inset.x, height + 2 * inset.y).fill(COLORS.ink);
	drawPicture(pen, logo, { name: "Logo", x: x + inset.x, top: top + inset.y });
}
