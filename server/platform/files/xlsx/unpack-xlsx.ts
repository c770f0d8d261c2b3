import { BadFile } from "../bad-file.ts";
import { decodeText } from "../decode-text.ts";
import { readXml } from "../read-xml.ts";
import { openZip, type ZipContents } from "../zip/zip-reader.ts";
import type { XlsxParts, XlsxSheet } from "./read-xlsx.ts";

/** For the parts that are read, unpacked. */
const UNPACKED = 150_000_000;
const SHEETS = 20;
const SHARED_STRINGS = "xl/sharedStrings.xml";
/** A workbook's main part. */
export const WORKBOOK = "xl/workbook.xml";
/** For the parts that list the sheets, which are read on the event loop. */
const INDEX_BYTES = 1_000_000;
const EMPTY = new Uint8Array();

/** The parts of an XLSX file that hold its text. Sizes are checked before anything is unpacked. */
export const unpackXlsx = async (file: Buffer): Promise<XlsxParts> => xlsxParts(await openOffice(file, "an XLSX file"));

/** Opens a file written by an office program. Errors, here and later when it is read, use our own words. */
export async function openOffice(file: Buffer, what: string): Promise<ZipContents> {
	const refuse = (error: unknown): never => {
		if (!(error instanceof BadFile)) throw error;
		throw new BadFile(`It is not ${what}, or it is damaged or packed to do harm. Please save it again.`, {
			cause: error,
		});
	};
	const { sizes, read, readPacked } = await openZip(file).catch(refuse);
	return { sizes, read: (path) => read(path).catch(refuse), readPacked: (path) => readPacked(path).catch(refuse) };
}

/** The parts of an opened XLSX file that hold its text. */
export async function xlsxParts(zip: ZipContents, { unpacked = UNPACKED, sheets = SHEETS } = {}): Promise<XlsxParts> {
	const listed = (await sheetsOf(zip)).slice(0, sheets);
	const paths = [...listed.map(({ path }) => path), SHARED_STRINGS].filter((path) => zip.sizes.has(path));
	const size = paths.reduce((sum, path) => sum + (zip.sizes.get(path) ?? 0), 0);
	if (size > unpacked) throw new BadFile(`It unpacks to more than ${unpacked / 1_000_000} MB.`);
	const parts: XlsxParts = { sharedStrings: EMPTY, sheets: [] };
	if (zip.sizes.has(SHARED_STRINGS)) parts.sharedStrings = await zip.read(SHARED_STRINGS);
	for (const sheet of listed) parts.sheets.push({ ...sheet, xml: await zip.read(sheet.path) });
	return parts;
}

/** A part that lists the sheets, if it is small enough to read on the event loop. */
export async function readIndex(zip: ZipContents, path: string): Promise<Buffer> {
	if ((zip.sizes.get(path) ?? 0) > INDEX_BYTES) throw new BadFile("Its list of sheets is too long.");
	return zip.read(path);
}

/** The sheets, in the order in which they are shown. */
async function sheetsOf(zip: ZipContents): Promise<Omit<XlsxSheet, "xml">[]> {
	const targets = new Map<string, string>();
	readXml(decodeText(await readIndex(zip, "xl/_rels/workbook.xml.rels")), {
		open(name, { Id = "", Target = "" }) {
			if (name === "Relationship") targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
		},
	});
	const sheets: Omit<XlsxSheet, "xml">[] = [];
	readXml(decodeText(await readIndex(zip, WORKBOOK)), {
		open(name, attributes) {
			if (name !== "sheet") return;
			// Programs use different prefixes for its namespace.
			const [, target = ""] = Object.entries(attributes).find(([key]) => key.endsWith(":id")) ?? [];
			const path = targets.get(target);
			if (path === undefined || !zip.sizes.has(path)) return;
			const hidden = attributes.state === "hidden" || attributes.state === "veryHidden";
			sheets.push({ name: attributes.name ?? "", hidden, path });
		},
	});
	return sheets;
}
