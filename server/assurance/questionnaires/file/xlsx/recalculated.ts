import { decodeText, encodeLike } from "#server/platform/files/decode-text.ts";
import { readXml } from "#server/platform/files/read-xml.ts";
import { type Splice, splice } from "../splice.ts";

/** What precedes `calcPr` in a workbook, by its schema (ECMA-376, CT_Workbook). */
const BEFORE = ["sheets", "functionGroups", "externalReferences", "definedNames"];
const FULL = ' fullCalcOnLoad="1"';

/**
 * The main part of a workbook, changed so that its formulas are recalculated when it is opened. Otherwise a score beside an answer would
 * stay as it was before the answer, because programs show the results that are stored in the file.
 */
export function recalculated(bytes: Uint8Array): Uint8Array {
	const xml = decodeText(bytes);
	let change: Splice | undefined;
	let isTold = false;
	readXml(xml, {
		open(name, _, { start, end }) {
			if (name !== "calcPr") return;
			isTold = true;
			const tag = xml.slice(start, end).replace(/\sfullCalcOnLoad\s*=\s*(["'])[^"']*\1/, "");
			change = { start, end, text: tag.replace(/^<[\w.:-]+/, (begin) => begin + FULL) };
		},
		close(name, { start, end }) {
			if (isTold || !BEFORE.includes(name)) return;
			const prefix = /^<\/?([\w.-]+:)?/.exec(xml.slice(start, end))?.[1] ?? "";
			change = { start: end, end, text: `<${prefix}calcPr${FULL}/>` };
		},
	});
	return change ? encodeLike(bytes, splice(xml, [change])) : bytes;
}
