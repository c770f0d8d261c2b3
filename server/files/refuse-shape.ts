import { BadFile } from "./bad-file.ts";
import { jsonShapeFault } from "./json-shape.ts";

const FAULTS = { deep: "It is nested too deeply.", many: "It holds too many values." };

/** Throws BadFile for a JSON text that would take far more memory than its length. */
export function refuseShape(text: string): void {
	const fault = jsonShapeFault(text);
	if (fault !== undefined) throw new BadFile(FAULTS[fault]);
}
