import { jsonShapeFault } from "#server/platform/files/json-shape.ts";

/** No tool's report nests deeper than this. */
const DEEPEST = 64;

/** Parses what a tool wrote. Undefined if it is not JSON, or has a shape that no report has. */
export function parseJson(text: string): unknown {
	if (jsonShapeFault(text, DEEPEST) !== undefined) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
