import type { RunResult } from "#contract/controls/tests.ts";
import { dayFrom } from "./days.ts";
import type { TestFacts } from "./facts.ts";

/** Hosts with the same runs of a test. Days are numbers of days. */
export type RanAlike = { runs: readonly { day: number; result: RunResult }[]; hosts: readonly string[] };

type Periods = { first: number; due: number; everyDays: number };

/** A test's runs on hosts, by day and result, and in how many of the periods that were due each host was looked at. Pure. */
export function ranOnHosts(
	alike: readonly RanAlike[],
	{ first, due, everyDays }: Periods,
): Pick<TestFacts, "runs" | "looked"> {
	const counts = new Map<string, { day: string; result: RunResult; count: number }>();
	const looked = new Map<string, number>();
	for (const { runs, hosts } of alike) {
		for (const { day, result } of runs) {
			const key = `${day} ${result}`;
			const known = counts.get(key);
			if (known) known.count += hosts.length;
			else counts.set(key, { day: dayFrom(day), result, count: hosts.length });
		}
		const complete = runs.filter(({ result }) => result !== "incomplete");
		if (complete.length === 0) continue;
		const periods = new Set(
			complete.map(({ day }) => Math.floor((day - first) / everyDays)).filter((period) => period >= 0 && period < due),
		);
		for (const host of hosts) looked.set(host, periods.size);
	}
	return { runs: [...counts.values()], looked };
}
