import { pieceOf } from "#src/lib/capture/piece-of.ts";

/** A signature as evidence on its assessment. `name`: whose it is. `bytes`: a PNG. */
export function signaturePiece(name: string, bytes: ArrayBuffer, assessmentId: string): ReturnType<typeof pieceOf> {
	const title = `Signature of ${name}`.slice(0, 200);
	const given = { name: `${title}.png`, type: "image/png", bytes };
	return pieceOf(given, { title, about: [{ type: "assessment", id: assessmentId }] });
}
