import { BadFile } from "./bad-file.ts";

/** No file that people upload nests deeper. */
const DEEPEST = 200;
/**
 * The most values in one text. Each takes up to 60 bytes, however short its text is: 60 MB of empty objects need over a gigabyte, and a
 * thread that runs out of memory inside `JSON.parse` ends the whole process, whatever its own limit.
 */
const MOST_VALUES = 3_000_000;

/** What is wrong with the shape of a JSON text, before it is parsed: it nests too deeply or has too many values. Pure. */
export function jsonShapeFault(text: string, deepest = DEEPEST): "deep" | "many" | undefined {
	let depth = 0;
	let values = 0;
	let inText = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 0x22) inText = !inText;
		else if (inText) {
			if (code === 0x5c) at++;
		} else if (code === 0x5b || code === 0x7b) {
			if (++depth > deepest) return "deep";
			if (++values > MOST_VALUES) return "many";
		} else if (code === 0x5d || code === 0x7d) depth--;
		else if (code === 0x2c && ++values > MOST_VALUES) return "many";
	}
	return undefined;
}

const FAULTS = { deep: "It is nested too deeply.", many: "It holds too many values." };

/** Throws BadFile for a JSON text that would take far more memory than its length. */
export function refuseShape(text: string): void {
	const fault = jsonShapeFault(text);
	if (fault !== undefined) throw new BadFile(FAULTS[fault]);
}
