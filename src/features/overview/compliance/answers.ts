import type { ComplianceOverview } from "#contract/controls/overview.ts";
import { counted } from "#contract/format/count.ts";
import { daysUntil, dueText } from "#src/lib/days/due-days.ts";

type Changed = {
	changed: readonly Pick<ComplianceOverview["changed"][number], "what" | "code">[];
	changedCount: number;
};

/** What changed, in a line. */
export function changedAnswer({ changed: [newest], changedCount }: Changed): string {
	if (!newest) return "No test changed its result in the last seven days";
	const what = newest.what === "failed" ? "failed" : "passed again";
	return `${counted(changedCount, "change")}, the newest: ${newest.code} ${what}`;
}

type Due = { due: readonly Pick<ComplianceOverview["due"][number], "on">[]; dueCount: number };

/** What is due, in a line. `now` is 0 until the page knows the time. */
export function dueAnswer({ due: [first], dueCount }: Due, now: number): string {
	if (!first) return "Nothing in the next seven days";
	const things = counted(dueCount, "thing");
	if (now === 0) return things;
	return `${things}, the first ${daysUntil(first.on, now) < 0 ? "was due" : "is due"} ${dueText(first.on, now)}`;
}

type Auditor = { auditor: Pick<ComplianceOverview["auditor"], "standings" | "undecided"> };

/** What an auditor would find, in a line. It never says that all is well. */
export function auditorAnswer({ auditor: { standings, undecided } }: Auditor): string {
	const { "evidence-against": against, stale } = standings;
	const all = Object.values(standings).reduce((sum, count) => sum + count, 0);
	const old = stale === 0 ? [] : [`${stale.toLocaleString("en")} stale`];
	const open = undecided === 0 ? [] : [counted(undecided, "open decision")];
	const what = against === 0 ? "No evidence against" : `Evidence against ${against} of ${counted(all, "control")}`;
	return [what, ...(against === 0 ? [...old, ...open] : old)].join(", ");
}
