import { counted } from "#contract/format/count.ts";
import type { Framework } from "#contract/reports/reports.ts";
import type { ReportedStanding } from "#server/platform/paper/standing-labels.ts";
import { CONTROLS, SIZES } from "./controls.ts";
import type { JudgedControl } from "./judge-controls.ts";

/** How much of a framework scans can see: `7 of 33 common criteria`. */
export function seenOf(framework: Framework): string {
	const mapped = Object.keys(CONTROLS[framework]);
	const size = SIZES[framework];
	if (!size) return counted(mapped.length, "control");
	const { total, units, unitOf } = size;
	if (!unitOf) return `${mapped.length} of ${total} ${units}`;
	const within = new Set(mapped.map(unitOf)).size;
	return `${counted(mapped.length, "control")} in ${within} of ${total} ${units}`;
}

/** The same together with what scans saw, in a sentence. */
export function denominator(framework: Framework, controls: readonly JudgedControl[]): string {
	const count = (standing: ReportedStanding) => controls.filter((control) => control.standing === standing).length;
	const against = count("evidence-against");
	const have = against === 0 ? "none has" : `${against} ${against === 1 ? "has" : "have"}`;
	const unseen = count("not-evaluated");
	const rest = unseen === 0 ? "" : `, and ${unseen} ${unseen === 1 ? "was" : "were"} not evaluated`;
	return `${seenOf(framework)} can be seen from outside; ${have} evidence against${rest}.`;
}
