import { createHash, randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { apiClient } from "./api-client.ts";

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A small PNG of one color; each number gives a different file. `padding`: more bytes, in a chunk that viewers ignore. */
export function pngOf(seed: number, padding = 0): Buffer {
	const chunk = (type: string, data: Buffer) => {
		const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
		const out = Buffer.alloc(8 + data.length + 4);
		out.writeUInt32BE(data.length, 0);
		body.copy(out, 4);
		out.writeUInt32BE(crc32(body), 8 + data.length);
		return out;
	};
	const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
	const pixel = Buffer.from([0, seed & 255, (seed >> 8) & 255, (seed >> 16) & 255]);
	return Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		chunk("IHDR", header),
		chunk("IDAT", deflateSync(pixel)),
		...(padding > 0 ? [chunk("paDd", randomBytes(padding))] : []),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function crc32(bytes: Buffer): number {
	let crc = 0xffffffff;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return (crc ^ 0xffffffff) >>> 0;
}

const TUS = { "Tus-Resumable": "1.0.0" };
const base64 = (text: string) => Buffer.from(text).toString("base64");

type Announced = { size?: number; sha256?: string; type?: string };

/** Uploads of one member, call by call. */
export function tusOf(call: ReturnType<typeof apiClient>, api: { url: string; headers: Record<string, string> }) {
	const begin = (
		bytes: Uint8Array,
		{ size = bytes.length, sha256 = hashOf(bytes), type = "image/png" }: Announced = {},
	) =>
		call("beginUpload", {
			headers: {
				...TUS,
				"Upload-Length": String(size),
				"Upload-Metadata": `sha256 ${base64(sha256)},type ${base64(type)}`,
			},
		});
	const idOf = (response: Response) => response.headers.get("Location")?.split("/").at(-2) ?? "";
	const read = (uploadId: string) => call("readUpload", { params: { uploadId }, headers: TUS });
	const send = (uploadId: string, offset: number, bytes: Uint8Array) =>
		fetch(`${api.url}/api/v1/uploads/${uploadId}/`, {
			method: "PATCH",
			headers: {
				...api.headers,
				...TUS,
				"Content-Type": "application/offset+octet-stream",
				"Upload-Offset": String(offset),
			},
			body: new Uint8Array(bytes),
		});
	return {
		begin,
		idOf,
		read,
		send,
		end: (uploadId: string) => call("endUpload", { params: { uploadId }, headers: TUS }),
		/** Uploads all of it; returns the last answer. */
		async upload(bytes: Uint8Array, announced?: Announced): Promise<Response> {
			const begun = await begin(bytes, announced);
			if (begun.status !== 201) return begun;
			const offset = Number(begun.headers.get("Upload-Offset"));
			return offset === bytes.length ? begun : send(idOf(begun), offset, bytes.subarray(offset));
		},
	};
}
