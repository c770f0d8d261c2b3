import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import type { TestInWindow } from "#contract/frameworks/effectiveness.ts";
import { listed } from "../../reports/templates/frame.ts";
import type { ControlFacts, EffectivenessFacts, TestFacts } from "./facts.ts";

const GAPS = 5;
const HOSTS = 5;

const day = (text: string): string => dayText(text.slice(0, 10), "utc");
const some = (all: readonly string[], most: number): string =>
	all.length > most ? `${all.slice(0, most).join(", ")} and ${all.length - most} more` : listed(all);

/** What an auditor has to know about a control in a window, in whole sentences. Pure. */
export function remarksOn(
	facts: EffectivenessFacts,
	{ tests }: ControlFacts,
	inWindow: readonly TestInWindow[],
): string[] {
	if (tests.length === 0) return ["Nothing tests this control."];
	const isScanned = tests.some(({ spec }) => spec.kind === "scan");
	return [
		...(isScanned ? scanRemarks(facts) : []),
		...tests.flatMap((test, at) => {
			const shown = inWindow[at];
			return shown ? testRemarks(facts, test, shown) : [];
		}),
	];
}

function scanRemarks({ from, to, firstScanAt }: EffectivenessFacts): string[] {
	if (firstScanAt === null) return ["No scan of this client has ended yet."];
	if (firstScanAt.slice(0, 10) > to) return [`The window ends before the first scan, on ${day(firstScanAt)}.`];
	if (firstScanAt.slice(0, 10) > from) return [`The window begins before the first scan, on ${day(firstScanAt)}.`];
	return [];
}

function testRemarks(
	{ from, to, today, hosts }: EffectivenessFacts,
	{ title, spec, active, createdAt, runs, looked }: TestFacts,
	{ due, everyDays, gaps }: TestInWindow,
): string[] {
	const added = createdAt.toISOString().slice(0, 10);
	const inScope = spec.kind !== "scan" ? [] : spec.hosts.length > 0 ? spec.hosts : hosts;
	const unseen = inScope.filter((host) => !looked.includes(host));
	const early = runs.filter((run) => run.day < added).reduce((sum, { count }) => sum + count, 0);
	const ahead = runs.filter((run) => run.day > today).reduce((sum, { count }) => sum + count, 0);
	const named = `“${title}”`;
	return [
		...(active ? [] : [`${named} is paused now.`]),
		...(added > to ? [`${named} was added after the window, on ${day(added)}.`] : []),
		...(added > from && added <= to ? [`${named} was added on ${day(added)}; it is due from then on.`] : []),
		...(due === 0 && added <= to
			? [`${named} is due every ${counted(everyDays, "day")}, and no such period ended in the window.`]
			: []),
		...(gaps.length > 0
			? [
					`${named} has no result for ${some(
						gaps.map((gap) => `${day(gap.from)} to ${day(gap.to)}`),
						GAPS,
					)}.`,
				]
			: []),
		...(unseen.length > 0
			? [`${named} has no result for ${unseen.length} of ${counted(inScope.length, "host")}: ${some(unseen, HOSTS)}.`]
			: []),
		...(early > 0
			? [
					`${counted(early, "run")} of ${named} ${early === 1 ? "is" : "are"} dated before it was added: a clock was wrong.`,
				]
			: []),
		...(ahead > 0
			? [
					`${counted(ahead, "run")} of ${named} ${ahead === 1 ? "is" : "are"} dated later than today: a clock was wrong.`,
				]
			: []),
		...(spec.kind === "scan" && inScope.length === 0 ? [`${named} has no host to look at.`] : []),
	];
}
