import { readXml } from "#server/platform/files/read-xml.ts";
import type { Splice } from "../splice.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
/** What precedes `legacyDrawing` in a sheet is before these, by its schema (ECMA-376, CT_Worksheet). */
const AFTER_DRAWING = [
	"legacyDrawingHF",
	"drawingHF",
	"picture",
	"oleObjects",
	"controls",
	"webPublishItems",
	"tableParts",
	"extLst",
];

/** The drawing that has the boxes of a sheet’s comments. `id`: how the sheet names it, if it has one; `at`: the place for its name. */
export type DrawingPlace = { id: string | undefined; at: number; prefix: string };

/** Goes through the whole sheet, so it runs where sheets are read. */
export function drawingIn(xml: string): DrawingPlace {
	const place: DrawingPlace = { id: undefined, at: -1, prefix: "" };
	let depth = 0;
	readXml(xml, {
		open(name, attributes, tag) {
			depth += 1;
			if (depth === 1) place.prefix = tag.prefix;
			if (depth !== 2) return;
			if (name === "legacyDrawing") place.id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
			if (place.at === -1 && AFTER_DRAWING.includes(name)) place.at = tag.start;
		},
		close(_, { start }) {
			depth -= 1;
			if (depth === 0 && place.at === -1) place.at = start;
		},
	});
	return place;
}

/** Names a new drawing in the sheet. */
export const withDrawing = ({ at, prefix }: DrawingPlace, id: string): Splice => ({
	start: at,
	end: at,
	text: `<${prefix}legacyDrawing xmlns:r="${OFFICE}" r:id="${id}"/>`,
});
