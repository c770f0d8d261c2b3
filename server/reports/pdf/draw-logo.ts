import { deflateSync } from "node:zlib";
import type { Logo } from "../logo/logo.ts";
import { planes } from "../logo/png-file.ts";
import { COLORS, type Pen } from "./pen.ts";

/** Around a light logo. */
const GROUND = { x: 8, y: 5 };

/** What a logo takes of a page, with its ground. */
export const logoSize = ({ width, height, ground }: Logo): { width: number; height: number } =>
	ground === "dark" ? { width: width + 2 * GROUND.x, height: height + 2 * GROUND.y } : { width, height };

/**
 * pdfkit would unpack a PNG with transparency at some later time, and number its parts as they come: the same data would not give
 * the same bytes. So it is given the picture's planes, as a PDF holds them.
 */
export function drawLogo({ doc }: Pen, logo: Logo, x: number, top: number): void {
	const { width, height, ground, picture } = logo;
	const inset = ground === "dark" ? GROUND : { x: 0, y: 0 };
	if (ground === "dark") doc.rect(x, top, width + 2 * inset.x, height + 2 * inset.y).fill(COLORS.ink);
	const image = (source: { width: number; height: number }, content: Buffer, entries: object) => {
		const object = doc.ref({
			Type: "XObject",
			Subtype: "Image",
			Width: source.width,
			Height: source.height,
			BitsPerComponent: 8,
			...entries,
		});
		object.end(content);
		return object;
	};
	const flate = { Filter: "FlateDecode" };
	const reference = () => {
		if (picture.kind === "jpeg") {
			const colors = { ColorSpace: picture.isGray ? "DeviceGray" : "DeviceRGB" };
			return image(picture, logo.bytes, { ...colors, Filter: "DCTDecode" });
		}
		const { color, alpha } = planes(picture.pixels);
		const mask = alpha && image(picture.pixels, deflateSync(alpha), { ...flate, ColorSpace: "DeviceGray" });
		return image(picture.pixels, deflateSync(color), {
			...flate,
			ColorSpace: "DeviceRGB",
			...(mask && { SMask: mask }),
		});
	};
	doc.page.xobjects.Logo = reference();
	doc
		.save()
		.transform(width, 0, 0, -height, x + inset.x, top + inset.y + height)
		.addContent("/Logo Do");
	doc.restore();
}
