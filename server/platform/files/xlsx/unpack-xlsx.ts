import { BadFile } from "../bad-file.ts";
import { decodeText } from "../decode-text.ts";
import { relatedPart, relationsOf } from "../part-path.ts";
import { readXml } from "../read-xml.ts";
import { openZip, type ZipContents } from "../zip/zip-reader.ts";
import { type CellRange, columnName, rangeOf } from "./cell-name.ts";
import type { XlsxParts, XlsxSheet } from "./read-xlsx.ts";

/** For the parts that are read, unpacked. */
const UNPACKED = 150_000_000;
const SHEETS = 20;
const SHARED_STRINGS = "xl/sharedStrings.xml";
const STYLES = "xl/styles.xml";
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

/** The parts of an opened XLSX file that hold its text, and what its cells accept. */
export async function xlsxParts(zip: ZipContents, { unpacked = UNPACKED, sheets = SHEETS } = {}): Promise<XlsxParts> {
	const { listed: all, names } = await workbookOf(zip);
	const listed = all.slice(0, sheets);
	const size = [...listed.map(({ path }) => path), SHARED_STRINGS, STYLES].reduce(
		(sum, path) => sum + (zip.sizes.get(path) ?? 0),
		0,
	);
	if (size > unpacked) throw new BadFile(`It unpacks to more than ${unpacked / 1_000_000} MB.`);
	const part = async (path: string): Promise<Uint8Array> => (zip.sizes.has(path) ? zip.read(path) : EMPTY);
	const parts: XlsxParts = {
		sharedStrings: await part(SHARED_STRINGS),
		styles: await part(STYLES),
		names,
		sheets: [],
		sheetsLeft: all.length - listed.length,
	};
	for (const sheet of listed) parts.sheets.push({ ...sheet, xml: await zip.read(sheet.path) });
	for (const sheet of listed) await nameTables(zip, sheet, names);
	return parts;
}

/** A part that lists the sheets, if it is small enough to read on the event loop. */
export async function readIndex(zip: ZipContents, path: string): Promise<Buffer> {
	if ((zip.sizes.get(path) ?? 0) > INDEX_BYTES) throw new BadFile("Its list of sheets is too long.");
	return zip.read(path);
}

/** A sheet has few tables, and a list is a small one. */
const TABLE_BYTES = 100_000;
const TABLES = 100;

/** Names the columns of a sheet's tables as formulas do: `table1[answer]`. */
async function nameTables(zip: ZipContents, { name, path }: Omit<XlsxSheet, "xml">, names: Map<string, string>) {
	const relations = relationsOf(path);
	if ((zip.sizes.get(relations) ?? Number.POSITIVE_INFINITY) > TABLE_BYTES) return;
	const targets: string[] = [];
	readXml(decodeText(await zip.read(relations)), {
		open(element, { Type = "", Target = "" }) {
			if (element === "Relationship" && Type.endsWith("/table")) targets.push(Target);
		},
	});
	for (const target of targets.slice(0, TABLES)) {
		const table = relatedPart(path, target);
		if ((zip.sizes.get(table) ?? Number.POSITIVE_INFINITY) > TABLE_BYTES) continue;
		nameColumns(decodeText(await zip.read(table)), name, names);
	}
}

function nameColumns(xml: string, sheet: string, names: Map<string, string>): void {
	let called = "";
	let range: CellRange | undefined;
	let column = 0;
	readXml(xml, {
		open(element, attributes) {
			if (element === "table") {
				called = attributes.displayName ?? attributes.name ?? "";
				range = rangeOf(attributes.ref ?? "");
				if (range && attributes.headerRowCount !== "0") range.top += 1;
				if (range) range.bottom -= Number(attributes.totalsRowCount) || 0;
			} else if (element === "tableColumn" && range) {
				const letters = columnName(range.left + column);
				column += 1;
				names.set(
					`${called}[${attributes.name ?? ""}]`.toLowerCase(),
					`'${sheet.replaceAll("'", "''")}'!$${letters}$${range.top}:$${letters}$${range.bottom}`,
				);
			}
		},
	});
}

type Workbook = { listed: Omit<XlsxSheet, "xml">[]; names: Map<string, string> };

/** The sheets, in the order in which they are shown, and the formulas that have names. */
async function workbookOf(zip: ZipContents): Promise<Workbook> {
	const targets = new Map<string, string>();
	readXml(decodeText(await readIndex(zip, "xl/_rels/workbook.xml.rels")), {
		open(name, { Id = "", Target = "" }) {
			if (name === "Relationship") targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
		},
	});
	const listed: Workbook["listed"] = [];
	const names: Workbook["names"] = new Map();
	/** Where each sheet of the workbook is among those that are there. */
	const indexes: (number | undefined)[] = [];
	let named: { key: string; formula: string } | undefined;
	readXml(decodeText(await readIndex(zip, WORKBOOK)), {
		open(name, attributes) {
			if (name === "sheet") {
				// Programs use different prefixes for its namespace.
				const [, target = ""] = Object.entries(attributes).find(([key]) => key.endsWith(":id")) ?? [];
				const path = targets.get(target);
				const isThere = path !== undefined && zip.sizes.has(path);
				indexes.push(isThere ? listed.length : undefined);
				const hidden = attributes.state === "hidden" || attributes.state === "veryHidden";
				if (isThere) listed.push({ name: attributes.name ?? "", hidden, path });
			} else if (name === "definedName") {
				const { name: own = "", localSheetId } = attributes;
				const sheet = localSheetId === undefined ? undefined : indexes[Number(localSheetId)];
				const key = sheet === undefined ? own.toLowerCase() : `${sheet}!${own.toLowerCase()}`;
				named = { key, formula: "" };
			}
		},
		text(text) {
			if (named) named.formula += text;
		},
		close(name) {
			if (name !== "definedName" || !named) return;
			names.set(named.key, named.formula.trim());
			named = undefined;
		},
	});
	return { listed, names };
}
