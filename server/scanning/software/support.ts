import type { Cycle, EolTable } from "./table.ts";
import { compareVersions, isOfCycle } from "./version.ts";

const SOON_DAYS = 180;
const DAY = 86_400_000;

/** What is known about the support of one version. Missing data is `unknown`, never "fine". */
export type Support =
	| { status: "unknown" }
	| { status: "ended"; title: string; cycle: string; end: string | undefined; extendedEnd: string | undefined }
	| { status: "ends-soon"; title: string; cycle: string; end: string; latest: string | undefined }
	| { status: "supported"; title: string; cycle: string; end: string | undefined; latest: string | undefined };

/**
 * Looks up one version: the release line with the longest matching prefix decides. A version that matches no tracked line counts as ended
 * if the next newer line has ended; otherwise nothing is known about it.
 */
export function supportOf(table: EolTable, product: string, version: string, now: Date): Support {
	const entry = Object.hasOwn(table.products, product) ? table.products[product] : undefined;
	if (!entry) return { status: "unknown" };
	const { title, cycles } = entry;

	const own = cycles
		.filter(({ cycle }) => isOfCycle(version, cycle))
		.sort((a, b) => b.cycle.length - a.cycle.length)[0];
	if (own) return judge(title, own, now);

	// A version too short to name one line, such as Apache's `2`: ended only if every line it may belong to has ended.
	const possible = cycles.filter(({ cycle }) => isOfCycle(cycle, version)).map((cycle) => judge(title, cycle, now));
	if (possible.length > 0)
		return possible.every(({ status }) => status === "ended")
			? (possible[0] ?? { status: "unknown" })
			: { status: "unknown" };

	const newer = cycles
		.filter(({ cycle }) => compareVersions(cycle, version) > 0)
		.sort((a, b) => compareVersions(a.cycle, b.cycle))[0];
	if (!newer) return { status: "unknown" };
	const support = judge(title, newer, now);
	return support.status === "ended" ? support : { status: "unknown" };
}

function judge(title: string, { cycle, end, extendedEnd, latest }: Cycle, now: Date): Support {
	if (end === true) return { status: "ended", title, cycle, end: undefined, extendedEnd };
	if (end === null) return { status: "supported", title, cycle, end: undefined, latest };
	const daysLeft = (Date.parse(end) - now.getTime()) / DAY;
	if (daysLeft < 0) return { status: "ended", title, cycle, end, extendedEnd };
	return daysLeft <= SOON_DAYS
		? { status: "ends-soon", title, cycle, end, latest }
		: { status: "supported", title, cycle, end, latest };
}
