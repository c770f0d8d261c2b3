import { BadFile } from "./bad-file.ts";

/** The text of a file: UTF-16 if it starts with that byte order mark, else UTF-8. */
export function decodeText(bytes: Uint8Array): string {
	const [first, second] = bytes;
	const encoding =
		first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch (error) {
		throw new BadFile(
			"Its text is neither UTF-8 nor UTF-16. Please save it as UTF-8; spreadsheets call that CSV UTF-8.",
			{ cause: error },
		);
	}
}

/** A text as bytes, with the same encoding and byte order mark as these bytes. */
export function encodeLike(bytes: Uint8Array, text: string): Uint8Array {
	const [first, second, third] = bytes;
	if (first === 0xff && second === 0xfe) return Buffer.from(`\uFEFF${text}`, "utf16le");
	if (first === 0xfe && second === 0xff) return Buffer.from(`\uFEFF${text}`, "utf16le").swap16();
	return Buffer.from(first === 0xef && second === 0xbb && third === 0xbf ? `\uFEFF${text}` : text);
}
