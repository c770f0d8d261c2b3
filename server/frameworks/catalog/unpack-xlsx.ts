import { BadFile } from "../../workspaces/clients/file/bad-file.ts";
import { openZip, type ZipContents } from "../../workspaces/clients/file/zip-reader.ts";
import { CatalogRefused } from "./collect.ts";
import { readXml, type XlsxParts } from "./read-xlsx.ts";

/** Of the parts that are read, unpacked. */
const UNPACKED = 150_000_000;
const SHEETS = 20;
const SHARED_STRINGS = "xl/sharedStrings.xml";
/** Of the parts that list the sheets, which are read on the event loop. */
const INDEX_BYTES = 1_000_000;
const EMPTY = new Uint8Array();

/** The parts of an XLSX file that hold its texts. Sizes are looked at before anything is unpacked. */
export async function unpackXlsx(file: Buffer): Promise<XlsxParts> {
	try {
		const zip = await openZip(file);
		const sheets = await sheetsOf(zip);
		const paths = [...sheets, SHARED_STRINGS].filter((path) => zip.sizes.has(path));
		const unpacked = paths.reduce((sum, path) => sum + (zip.sizes.get(path) ?? 0), 0);
		if (unpacked > UNPACKED) throw new CatalogRefused("It unpacks to more than 150 MB.");
		const parts: XlsxParts = { sharedStrings: EMPTY, sheets: [] };
		if (zip.sizes.has(SHARED_STRINGS)) parts.sharedStrings = await zip.read(SHARED_STRINGS);
		for (const path of sheets) parts.sheets.push(await zip.read(path));
		return parts;
	} catch (error) {
		if (!(error instanceof BadFile)) throw error;
		throw new CatalogRefused("It is not an XLSX file, or it is damaged or packed to do harm. Please save it again.", {
			cause: error,
		});
	}
}

/** Paths of the sheets, in the order in which they are shown. */
async function sheetsOf(zip: ZipContents): Promise<string[]> {
	const targets = new Map<string, string>();
	const index = (path: string): Promise<Buffer> => {
		if ((zip.sizes.get(path) ?? 0) > INDEX_BYTES) throw new CatalogRefused("Its list of sheets is too long.");
		return zip.read(path);
	};
	readXml(await index("xl/_rels/workbook.xml.rels"), {
		open(name, { Id = "", Target = "" }) {
			if (name === "Relationship") targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
		},
		text() {},
		close() {},
	});
	const paths: string[] = [];
	readXml(await index("xl/workbook.xml"), {
		open(name, attributes) {
			if (name !== "sheet") return;
			// The prefix of its namespace differs between programs.
			const [, target = ""] = Object.entries(attributes).find(([key]) => key.endsWith(":id")) ?? [];
			const path = targets.get(target);
			if (path !== undefined && paths.length < SHEETS && zip.sizes.has(path)) paths.push(path);
		},
		text() {},
		close() {},
	});
	return paths;
}
