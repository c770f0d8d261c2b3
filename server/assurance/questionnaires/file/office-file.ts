import { buffer } from "node:stream/consumers";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { decodeText } from "#server/platform/files/decode-text.ts";
import { readXml } from "#server/platform/files/read-xml.ts";
import { openOffice } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import type { ZipContents } from "#server/platform/files/zip/zip-reader.ts";
import { type PackedEntry, type ZipEntry, zipOf } from "#server/platform/files/zip/zip-writer.ts";

/** Both start like this: old files, and new ones with a password. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const MACROS = /(?:^|\/)(?:vbaProject\.bin|macrosheets\/)/i;
const KINDS = {
	xlsx: { what: "an XLSX file", main: /^xl\/workbook\.xml$/, save: "XLSX" },
	docx: { what: "a DOCX file", main: /^word\/[^/]+\.xml$/, save: "DOCX" },
};
/** Office programs keep such a file beside one that is open: its name starts with `~$`, and it only holds the name of who opened it. */
const LOCK_BYTES = 200;
const isLock = (file: Buffer): boolean => {
	const [length = 0] = file;
	return file.length > 54 && file.length <= LOCK_BYTES && length > 0 && length < 54 && file[length + 1] === 0x20;
};
/** For the parts that are read on the event loop. */
const INDEX_BYTES = 1_000_000;
const MAIN_BYTES = 20_000_000;

/** Opens a file from an office program. Its content counts, not its name. */
export async function openQuestionnaire(file: Buffer, type: keyof typeof KINDS): Promise<ZipContents> {
	const { what, main, save } = KINDS[type];
	if (file.subarray(0, OLE.length).equals(OLE)) {
		throw new BadFile(`It has a password or is of an old format. Please save it as ${save} without a password.`);
	}
	if (isLock(file)) {
		throw new BadFile(
			"It is a lock file, which office programs keep beside a file while it is open. Please choose the file itself, whose name does not start with ~$.",
		);
	}
	const zip = await openOffice(file, what);
	const paths = [...zip.sizes.keys()];
	if (paths.some((path) => MACROS.test(path))) {
		throw new BadFile(`It contains macros, which we do not take in. Please save it as ${save} without macros.`);
	}
	if (!paths.some((path) => main.test(path))) throw new BadFile(`It is not ${what}. Please save it as ${save}.`);
	return zip;
}

/** The path of a document's main part. */
export async function mainPart(zip: ZipContents): Promise<string> {
	let path = "";
	if ((zip.sizes.get("_rels/.rels") ?? 0) > INDEX_BYTES) throw new BadFile("Its list of parts is too long.");
	readXml(decodeText(await zip.read("_rels/.rels")), {
		open(name, { Type = "", Target = "" }) {
			if (name === "Relationship" && Type.endsWith("/officeDocument")) path = Target.replace(/^\//, "");
		},
	});
	const size = zip.sizes.get(path);
	if (size === undefined) throw new BadFile("It is not a DOCX file, or it is damaged. Please save it again.");
	if (size > MAIN_BYTES) throw new BadFile("Its text is longer than 20 MB.");
	return path;
}

/** Office programs date everything in their files to this day, so the same answers give the same bytes. */
const MADE = new Date(1980, 0, 1);

/**
 * The same file with some parts changed, and new ones at its end. The others keep their order and their bytes: if what a stranger packed to a thousandth were
 * repacked, or not packed at all, it would become a thousand times as large.
 */
export function withParts(zip: ZipContents, changed: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
	async function* entries(): AsyncGenerator<ZipEntry | PackedEntry> {
		for (const path of zip.sizes.keys()) {
			const content = changed.get(path);
			yield content ? { path, content: Buffer.from(content) } : { path, packed: await zip.readPacked(path) };
		}
		for (const [path, content] of changed) {
			if (!zip.sizes.has(path)) yield { path, content: Buffer.from(content) };
		}
	}
	return buffer(zipOf(entries(), MADE));
}
