import { type Box, pixelsOf, type Size } from "../covers/box.ts";
import { fitWithin } from "./picture-size.ts";

/** What is asked of a drawing. */
export type Asked = {
	type: string;
	/** The longest side of the result, in pixels. */
	side: number;
	covers: readonly Box[];
	/** What it is written as: the first of these that the browser can. */
	as: readonly string[];
	/** From 0 to 1. */
	quality: number;
};

export type Redrawn = { bytes: ArrayBuffer; type: string };

/** Opaque, and the same in every picture. */
const COVER = "#000000";

type Sheet = {
	context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
	/** Null if the browser cannot write this type: it would write a PNG, without saying so. */
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
 * Draws a picture anew: upright, no larger than asked, without what the camera wrote into its file, and with what is covered painted
 * over. Null if this browser cannot read it.
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
			// A JPEG has no transparent pixels: they would become black.
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
		// Such as a picture that is larger than a canvas can be.
		return null;
	} finally {
		picture.close();
	}
}
