import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { LOGO_SIDE, type LogoType } from "#contract/workspaces/workspaces.ts";
import { readChunks } from "#server/platform/files/pictures/png-chunks.ts";
import { PNG_SIGNATURE } from "#server/platform/files/pictures/png-file.ts";
import { readJpeg } from "#server/platform/files/pictures/read-jpeg.ts";
import { linesOf } from "#server/platform/files/pictures/read-png.ts";

/** A picture that has been checked. */
export type Logo = { type: LogoType; content: Buffer };

type Read = ({ ok: true; width: number; height: number } & Logo) | { ok: false; because: string };

const unpack = promisify(inflate);

/**
 * What is wrong with it, or the picture. Only its content counts, whatever its name and media type say. It is read as reports read it, so
 * that what is accepted here is shown there, but without its pixels: that would keep other requests waiting.
 */
export async function readLogo(content: Buffer): Promise<{ ok: true; logo: Logo } | { ok: false; message: string }> {
	const isPng = content.subarray(0, 8).equals(PNG_SIGNATURE);
	const found = isPng ? await pngOf(content) : jpegOf(content);
	const read = found.ok && (found.width === 0 || found.height === 0) ? DAMAGED : found;
	if (!read.ok) {
		return {
			ok: false,
			message: `This file is not a PNG or JPEG picture that reports can show: ${read.because}. Please choose another one.`,
		};
	}
	const { width, height, ...logo } = read;
	if (Math.max(width, height) > LOGO_SIDE) {
		const is = `${width} × ${height}`;
		return {
			ok: false,
			message: `This picture has ${is} pixels. Please choose one of at most ${LOGO_SIDE} × ${LOGO_SIDE}.`,
		};
	}
	return { ok: true, logo: { type: logo.type, content: logo.content } };
}

const DAMAGED = { ok: false, because: "the file is damaged" } as const;

async function pngOf(content: Buffer): Promise<Read> {
	const chunks = readChunks(content);
	if (!chunks) return DAMAGED;
	const { width, height } = chunks.header;
	const read: Read = { ok: true, type: "image/png", content, width, height };
	// Too large to unpack, and refused because of its size.
	if (Math.max(width, height) > LOGO_SIDE) return read;
	const { size } = linesOf(chunks.header);
	const lines = await unpack(chunks.data, { maxOutputLength: size }).catch(() => undefined);
	return lines?.length === size ? read : DAMAGED;
}

/** Without camera metadata, such as where it was taken. */
function jpegOf(file: Buffer): Read {
	const read = readJpeg(file);
	if (!read.ok) return read;
	const { bytes, width, height } = read;
	return { ok: true, type: "image/jpeg", content: bytes, width, height };
}
