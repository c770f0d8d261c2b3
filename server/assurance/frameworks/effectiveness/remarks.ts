import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import type { TestInWindow } from "#contract/frameworks/effectiveness.ts";
import { listed } from "../../reports/templates/frame.ts";
import { addedOn, type ControlFacts, type EffectivenessFacts, hostsOf, type TestFacts } from "./facts.ts";

const GAPS = 5;
const HOSTS = 5;

const day = (text: string): string => dayText(text.slice(0, 10), "utc");
const some = (all: readonly string[], most: number): string =>
	all.length > most ? `${all.slice(0, most).join(", ")} and ${all.length - most} more` : listed(all);

/** What an auditor has to know about a control in a window, in whole sentences. Pure. */
export function remarksOn(
	facts: EffectivenessFacts,
	{ tests, retiredOn, leftOut }: ControlFacts,
	inWindow: readonly TestInWindow[],
): string[] {
	const retired = retiredOn === null ? [] : [`This control was retired on ${day(retiredOn)}.`];
	if (tests.length === 0) return [...retired, "Nothing tests this control."];
	const isScanned = tests.some(({ spec }) => spec.kind === "scan");
	return [
		...retired,
		...(isScanned ? scanRemarks(facts) : []),
		...(isScanned && leftOut.length > 0
			? [`${counted(leftOut.length, "host is", "hosts are")} left out of it now: ${some(leftOut, HOSTS)}.`]
			: []),
		...tests.flatMap((test, at) => {
			const shown = inWindow[at];
			return shown ? testRemarks(facts, leftOut, test, shown) : [];
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
	facts: EffectivenessFacts,
	leftOut: readonly string[],
	test: TestFacts,
	{ due, everyDays, gaps }: TestInWindow,
): string[] {
	const { from, to, today } = facts;
	const { title, spec, active, changedAt, runs, looked } = test;
	const added = addedOn(test);
	const changed = changedAt?.toISOString().slice(0, 10) ?? "";
	const inScope = hostsOf(test, { leftOut }, facts);
	const unseen = inScope.filter((host) => !looked.has(host));
	const gapped = inScope.filter((host) => (looked.get(host) ?? due) < due);
	const isInScope = new Set(inScope);
	const others = [...looked.keys()].filter((host) => !isInScope.has(host)).toSorted();
	const early = runs.filter((run) => run.day < added).reduce((sum, { count }) => sum + count, 0);
	const ahead = runs.filter((run) => run.day > today).reduce((sum, { count }) => sum + count, 0);
	const named = `“${title}”`;
	return [
		...(active ? [] : [`${named} is paused now.`]),
		...(added > to ? [`${named} was added after the window, on ${day(added)}.`] : []),
		...(added > from && added <= to ? [`${named} was added on ${day(added)}; it is due from then on.`] : []),
		// We no longer know what it was before.
		...(changed >= from
			? [`${named} was changed on ${day(changed)}: its cadence, hosts and classes are those of now.`]
			: []),
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
		...(gapped.length > 0
			? [
					`${named} has periods without a result on ${gapped.length} of ${counted(inScope.length, "host")}: ${some(gapped, HOSTS)}.`,
				]
			: []),
		...(others.length > 0
			? [
					`${named} has results for ${counted(others.length, "host that is", "hosts that are")} not in its scope now: ${some(others, HOSTS)}.`,
				]
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
