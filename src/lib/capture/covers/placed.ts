import type { Box } from "./box.ts";

/** The position of a box over its picture, as a style. */
export const placed = ({ x, y, width, height }: Box) => ({
	left: `${x * 100}%`,
	top: `${y * 100}%`,
	width: `${width * 100}%`,
	height: `${height * 100}%`,
});
