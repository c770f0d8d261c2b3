import { deflateSync } from "node:zlib";
import type { Logo } from "../../files/pictures/logo.ts";
import { planes } from "../../files/pictures/png-file.ts";
import type { Pen } from "./pen.ts";

type Where = {
	/** Names it on its page. */
	name: string;
	x: number;
	top: number;
};

/**
 * pdfkit would unpack a transparent PNG at some later time and number its parts in the order they finish, so the same data would not give
 * the same bytes. Instead it gets the picture's planes, as a PDF stores them.
 */
export function drawPicture(
	{ doc }: Pen,
	{ width, height, picture, bytes }: Omit<Logo, "ground">,
	{ name, x, top }: Where,
): void {
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
			return image(picture, bytes, { ...colors, Filter: "DCTDecode" });
		}
		const { color, alpha } = planes(picture.pixels);
		const mask = alpha && image(picture.pixels, deflateSync(alpha), { ...flate, ColorSpace: "DeviceGray" });
		return image(picture.pixels, deflateSync(color), {
			...flate,
			ColorSpace: "DeviceRGB",
			...(mask && { SMask: mask }),
		});
	};
	doc.page.xobjects[name] = reference();
	doc
		.save()
		.transform(width, 0, 0, -height, x, top + height)
		.addContent(`/${name} Do`);
	doc.restore();
}
