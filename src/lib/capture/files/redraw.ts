import { type Box, pixelsOf, type Size } from "../covers/box.ts";
import { fitWithin } from "./picture-size.ts";

/** Options for redrawing. */
export type Asked = {
	type: string;
	/** The longest side of the result, in pixels. */
	side: number;
	covers: readonly Box[];
	/** The output types; the first one the browser supports is used. */
	as: readonly string[];
	/** From 0 to 1. */
	quality: number;
};

export type Redrawn = { bytes: ArrayBuffer; type: string };

/** Opaque, and the same in every picture. */
const COVER = "#000000";

type Sheet = {
	context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
	/** Null if the browser cannot write this type: it would silently write a PNG. */
	write(type: string, quality: number): Promise<Blob | null>;
};

function sheetOf({ width, height }: Size): Sheet {
	if (typeof OffscreenCanvas !== "undefined") {
		const canvas = new OffscreenCanvas(width, height);
		const context = canvas.getContext("2d");
		if (!context) throw new Error("no canvas");
		return { context, write: (type, quality) => canvas.convertToBlob({ type, quality }) };
	}
	const canvas = document.createElement("canvas");
	Object.assign(canvas, { width, height });
	const context = canvas.getContext("2d");
	if (!context) throw new Error("no canvas");
	return { context, write: (type, quality) => new Promise((resolve) => canvas.toBlob(resolve, type, quality)) };
}

/**
 * Redraws a picture: upright, no larger than requested, without the camera's metadata, and with the covers painted on. Null if this browser
 * cannot read it.
 */
export async function redraw(bytes: ArrayBuffer, { type, side, covers, as, quality }: Asked): Promise<Redrawn | null> {
	const picture = await createImageBitmap(new Blob([bytes], { type }), { imageOrientation: "from-image" }).catch(
		() => null,
	);
	if (!picture) return null;
	try {
		const size = fitWithin(picture, side);
		const { context, write } = sheetOf(size);
		for (const target of as) {
			// A JPEG has no transparent pixels: they would turn black.
			context.fillStyle = "#ffffff";
			if (target === "image/jpeg") context.fillRect(0, 0, size.width, size.height);
			context.imageSmoothingQuality = "high";
			context.drawImage(picture, 0, 0, size.width, size.height);
			context.fillStyle = COVER;
			for (const cover of covers) {
				const { x, y, width, height } = pixelsOf(cover, size);
				context.fillRect(x, y, width, height);
			}
			const written = await write(target, quality);
			if (written?.type === target) return { bytes: await written.arrayBuffer(), type: target };
		}
		return null;
	} catch {
		// For example, the picture is larger than the maximum canvas size.
		return null;
	} finally {
		picture.close();
	}
}
