/** Red, green, blue and alpha of each pixel, one byte each, from the top left. */
export type Picture = { width: number; height: number; rgba: Buffer };

export const isBlank = ({ rgba }: Picture): boolean => {
	for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 0) return false;
	return true;
};

export const isOpaque = ({ rgba }: Picture): boolean => {
	for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
	return true;
};

/**
 * Scales down to at most this size. Each pixel is the mean of those it replaces, weighted by alpha, so invisible pixels add no color. A
 * side that is already smaller stays as it is.
 */
export function shrunk(picture: Picture, most: { width: number; height: number }): Picture {
	const width = Math.min(picture.width, most.width);
	const height = Math.min(picture.height, most.height);
	if (width === picture.width && height === picture.height) return picture;
	const rgba = Buffer.alloc(width * height * 4);
	const columns = edges(picture.width, width);
	const rows = edges(picture.height, height);
	for (let y = 0; y < height; y += 1) {
		for (let x = 0; x < width; x += 1) {
			const [left, right] = [columns[x] ?? 0, columns[x + 1] ?? 0];
			const [top, bottom] = [rows[y] ?? 0, rows[y + 1] ?? 0];
			let [red, green, blue, alpha] = [0, 0, 0, 0];
			for (let row = top; row < bottom; row += 1) {
				for (let at = (row * picture.width + left) * 4; at < (row * picture.width + right) * 4; at += 4) {
					const seen = picture.rgba[at + 3] ?? 0;
					red += (picture.rgba[at] ?? 0) * seen;
					green += (picture.rgba[at + 1] ?? 0) * seen;
					blue += (picture.rgba[at + 2] ?? 0) * seen;
					alpha += seen;
				}
			}
			if (alpha === 0) continue;
			const at = (y * width + x) * 4;
			rgba[at] = Math.round(red / alpha);
			rgba[at + 1] = Math.round(green / alpha);
			rgba[at + 2] = Math.round(blue / alpha);
			rgba[at + 3] = Math.round(alpha / ((right - left) * (bottom - top)));
		}
	}
	return { width, height, rgba };
}

/** Where each of `to` parts of `from` pixels starts, and where the last one ends. */
const edges = (from: number, to: number): number[] =>
	Array.from({ length: to + 1 }, (_, index) => Math.floor((index * from) / to));

/** Anything lighter has a contrast of less than 1.6:1 on white paper. */
const LIGHT = 0.6;

/** Which background it needs: on white paper, a white logo without its own background would be invisible. */
export function groundOf(picture: Picture): "light" | "dark" {
	if (isOpaque(picture)) return "light";
	let [light, all] = [0, 0];
	for (let at = 0; at < picture.rgba.length; at += 4) {
		const [red = 0, green = 0, blue = 0, alpha = 0] = picture.rgba.subarray(at, at + 4);
		all += alpha;
		if (luminance(red, green, blue) > LIGHT) light += alpha;
	}
	return light * 2 > all ? "dark" : "light";
}

/** As WCAG defines it. */
const luminance = (red: number, green: number, blue: number): number =>
	0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

const linear = (value: number): number => {
	const part = value / 255;
	return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
