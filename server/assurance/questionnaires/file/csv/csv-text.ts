import { BadFile } from "#server/platform/files/bad-file.ts";
import { decodeText, encodeLike } from "#server/platform/files/decode-text.ts";

/** The text of a CSV file, and how to write it back. */
export type CsvText = { text: string; encode: (changed: string) => Uint8Array };

/** Text in UTF-8 or UTF-16, else in the Western Windows encoding, in which every byte sequence is valid. */
export function csvText(bytes: Uint8Array): CsvText {
	const read = readText(bytes);
	if (read.text.includes("\0")) throw new BadFile("It is not a text file. Please save it as CSV.");
	return read;
}

function readText(bytes: Uint8Array): CsvText {
	try {
		return { text: decodeText(bytes), encode: (changed) => encodeLike(bytes, changed) };
	} catch (error) {
		if (!(error instanceof BadFile)) throw error;
		return { text: new TextDecoder("windows-1252").decode(bytes), encode: encodeWindows };
	}
}

/**
 * In UTF-8 with a byte order mark if there is a character that this encoding does not have: nothing is lost then, and spreadsheets open
 * it.
 */
function encodeWindows(text: string): Uint8Array {
	const all = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, code) => code));
	const codes = new Map([...all].map((character, code) => [character, code]));
	const bytes = new Uint8Array(text.length);
	for (let at = 0; at < text.length; at += 1) {
		const code = codes.get(text[at] ?? "");
		if (code === undefined) return Buffer.from(`\uFEFF${text}`);
		bytes[at] = code;
	}
	return bytes;
}
