/** A point in a picture, as fractions of its width and height: 0 is left or top, 1 right or bottom. */
export type Point = { x: number; y: number };

/** A rectangle in a picture, in the same fractions, so it works at any size of the picture. */
export type Box = Point & { width: number; height: number };

/** The size of a picture in pixels. */
export type Size = { width: number; height: number };

/** The smallest cover allowed; a smaller one would be hard to find again. */
const LEAST = 0.02;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The box between two opposite corners. Null if it is too small to have been meant. */
export function boxBetween(a: Point, b: Point): Box | null {
	const [left, right] = [clamp(Math.min(a.x, b.x), 0, 1), clamp(Math.max(a.x, b.x), 0, 1)];
	const [top, bottom] = [clamp(Math.min(a.y, b.y), 0, 1), clamp(Math.max(a.y, b.y), 0, 1)];
	const box = { x: left, y: top, width: right - left, height: bottom - top };
	return box.width < LEAST || box.height < LEAST ? null : box;
}

/** The box after a move, kept inside the picture. */
export const moved = (box: Box, by: Point): Box => ({
	...box,
	x: clamp(box.x + by.x, 0, 1 - box.width),
	y: clamp(box.y + by.y, 0, 1 - box.height),
});

/** The box after moving its lower right corner, kept inside the picture. */
export const resized = (box: Box, by: Point): Box => ({
	...box,
	width: clamp(box.width + by.x, LEAST, 1 - box.x),
	height: clamp(box.height + by.y, LEAST, 1 - box.y),
});

/** The whole pixels a box covers, including partial ones at its edges, so nothing shows through. */
export function pixelsOf({ x, y, width, height }: Box, size: Size): Box {
	const [left, top] = [Math.floor(x * size.width), Math.floor(y * size.height)];
	return {
		x: left,
		y: top,
		width: Math.min(size.width, Math.ceil((x + width) * size.width)) - left,
		height: Math.min(size.height, Math.ceil((y + height) * size.height)) - top,
	};
}
