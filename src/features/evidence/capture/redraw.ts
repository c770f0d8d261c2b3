import { fitWithin, sheetOf } from "#src/lib/evidence/sheet.ts";
import { type Box, pixelsOf } from "../covers/box.ts";
import { writtenAs } from "./picture-size.ts";

type Asked = {
	type: string;
	/** The longest side of the result, in pixels. */
	side: number;
	covers: readonly Box[];
};

export type Redrawn = { bytes: ArrayBuffer; type: string };

/** Opaque, and the same in every picture. */
const COVER = "#000000";

/**
 * Draws a picture anew: upright, no larger than asked, without what the camera wrote into its file, and with what is covered painted
 * over. Null if this browser cannot read it.
 */
export async function redraw(bytes: ArrayBuffer, { type, side, covers }: Asked): Promise<Redrawn | null> {
	const picture = await createImageBitmap(new Blob([bytes], { type }), { imageOrientation: "from-image" }).catch(
		() => null,
	);
	if (!picture) return null;
	try {
		const size = fitWithin(picture, side);
		const { context, write } = sheetOf(size);
		for (const target of writtenAs(type)) {
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
			const written = await write(target);
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
