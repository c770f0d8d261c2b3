import { createHash } from "node:crypto";

/** The namespace of our own names, generated once at random. */
const NAMESPACE = Buffer.from("8f2d0f6c5c0b4d3e9a715a1f4b6c2e90", "hex");

/** A version 5 UUID (RFC 9562, 5.5): the same name gives the same id. */
export function uuidV5(name: string): string {
	const bytes = createHash("sha1").update(NAMESPACE).update(name).digest();
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
