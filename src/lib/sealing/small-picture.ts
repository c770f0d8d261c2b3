import { fitWithin, sheetOf } from "#src/lib/evidence/sheet.ts";

/** Twice what a list shows it at, in pixels. */
const SIDE = 160;

/** A picture for a list; null if this browser cannot read it. */
export async function smallPicture(bytes: ArrayBuffer, type: string): Promise<ArrayBuffer | null> {
	const picture = await createImageBitmap(new Blob([bytes], { type }), { imageOrientation: "from-image" }).catch(
		() => null,
	);
	if (!picture) return null;
	try {
		const size = fitWithin(picture, SIDE);
		const { context, write } = sheetOf(size);
		context.drawImage(picture, 0, 0, size.width, size.height);
		return (await (await write("image/webp"))?.arrayBuffer()) ?? null;
	} catch {
		// Such as a picture that is larger than a canvas can be.
		return null;
	} finally {
		picture.close();
	}
}
