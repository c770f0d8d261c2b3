import { type Csv, csvOf } from "#contract/csv.ts";
import { fingerprint as fingerprintSchema } from "#contract/findings/vulnerabilities.ts";
import type { OutcomeCounts, PopulationRow } from "#contract/frameworks/effectiveness.ts";
import { plusDays } from "#server/platform/time/day.ts";
import { classOfRule } from "../../findings/finding-classes.ts";
import { endOf, startOf } from "./days.ts";
import type { EffectivenessFacts, FindingFacts } from "./facts.ts";
import { noOutcomes, outcomeOf } from "./outcomes.ts";

/** Findings that are evidence against controls, judged one after another. */
export type Population = {
	/** Counts the finding and returns it as a row; undefined if no test looks for it or it was not there in the window. */
	judge(finding: FindingFacts): PopulationRow | undefined;
	/** All so far, each counted once. */
	total: OutcomeCounts;
	/** All so far, by control. */
	byControl: ReadonlyMap<string, OutcomeCounts>;
};

/** The population of a window. */
export function population({ from, to, today, timeToFix, controls }: EffectivenessFacts): Population {
	const isOver = to < today;
	const window = {
		start: startOf(from),
		end: endOf(to),
		lastDay: isOver ? to : today,
		over: isOver ? to : plusDays(today, -1),
	};
	const total = noOutcomes();
	const byControl = new Map(controls.map(({ controlId }) => [controlId, noOutcomes()]));
	const scans = controls.flatMap(({ controlId, code, leftOut, tests }) =>
		tests.flatMap(({ spec }) => (spec.kind === "scan" ? { controlId, code, leftOut, spec } : [])),
	);
	return {
		total,
		byControl,
		judge(finding) {
			const { rule, asset, title, host, severity, firstSeenAt } = finding;
			const of = classOfRule(rule);
			const looking = scans.filter(
				({ leftOut, spec: { classes, hosts } }) =>
					of !== undefined &&
					classes.includes(of) &&
					(hosts.length === 0 || hosts.includes(asset)) &&
					!leftOut.includes(asset),
			);
			if (looking.length === 0) return undefined;
			const end = outcomeOf(finding, window, timeToFix);
			if (!end) return undefined;
			total[end.outcome] += 1;
			for (const id of new Set(looking.map(({ controlId }) => controlId))) {
				const counts = byControl.get(id);
				if (counts) counts[end.outcome] += 1;
			}
			return {
				fingerprint: fingerprintSchema.parse(finding.fingerprint),
				title,
				rule,
				host,
				severity,
				controls: [...new Set(looking.map(({ code }) => code))].join(" "),
				firstSeen: firstSeenAt.toISOString(),
				due: end.due ?? "",
				fixed: end.fixedAt?.toISOString() ?? "",
				outcome: end.outcome,
				reason: end.reason,
			};
		},
	};
}

export const POPULATION_CSV: Csv<PopulationRow> = csvOf({
	fingerprint: ({ fingerprint }) => fingerprint,
	title: ({ title }) => title,
	rule: ({ rule }) => rule,
	host: ({ host }) => host,
	severity: ({ severity }) => severity,
	controls: ({ controls }) => controls,
	first_seen: ({ firstSeen }) => firstSeen,
	due: ({ due }) => due,
	fixed: ({ fixed }) => fixed,
	outcome: ({ outcome }) => outcome,
	reason: ({ reason }) => reason,
});
