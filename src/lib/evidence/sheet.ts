export type Size = { width: number; height: number };

/** Text stays sharp, and a photo becomes a tenth of its size. */
const QUALITY = 0.85;

export type Sheet = {
	context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
	/** Null if the browser cannot write this type: it would write a PNG, without saying so. */
	write(type: string): Promise<Blob | null>;
};

/** Something to draw a picture on. */
export function sheetOf({ width, height }: Size): Sheet {
	if (typeof OffscreenCanvas !== "undefined") {
		const canvas = new OffscreenCanvas(width, height);
		const context = canvas.getContext("2d");
		if (!context) throw new Error("no canvas");
		return { context, write: (type) => canvas.convertToBlob({ type, quality: QUALITY }) };
	}
	const canvas = document.createElement("canvas");
	Object.assign(canvas, { width, height });
	const context = canvas.getContext("2d");
	if (!context) throw new Error("no canvas");
	return { context, write: (type) => new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY)) };
}

/** The same shape, with no side longer than that. Never larger than it is. */
export function fitWithin({ width, height }: Size, side: number): Size {
	const by = Math.min(1, side / Math.max(width, height));
	return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) };
}
