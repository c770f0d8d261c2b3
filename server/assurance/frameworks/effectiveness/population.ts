import { type Csv, csvOf } from "#contract/csv.ts";
import { fingerprint as fingerprintSchema } from "#contract/findings/vulnerabilities.ts";
import type { OutcomeCounts, PopulationRow } from "#contract/frameworks/effectiveness.ts";
import { plusDays } from "#server/platform/time/day.ts";
import { classOfRule } from "../../findings/finding-classes.ts";
import { endOf, startOf } from "./days.ts";
import type { FindingFacts, WindowFacts } from "./facts.ts";
import { type FindingHistory, noOutcomes, outcomeOf } from "./outcomes.ts";

/** A finding with what decides how it turned out. */
type Judged = Pick<FindingFacts, "rule" | "asset"> & FindingHistory;

/** Findings that are evidence against controls, judged one after another. */
export type Population = {
	/** Counts a finding, or as many that are alike. */
	count(finding: Judged, times?: number): void;
	/** Counts the finding and returns it as a row; undefined if no test looks for it or it was not there in the window. */
	judge(finding: FindingFacts): PopulationRow | undefined;
	/** All so far, each counted once. */
	total: OutcomeCounts;
	/** All so far, by control. */
	byControl: ReadonlyMap<string, OutcomeCounts>;
};

/** The population of a window. */
export function population({ from, to, today, timeToFix, controls }: WindowFacts): Population {
	const isOver = to < today;
	const window = {
		start: startOf(from),
		end: endOf(to),
		lastDay: isOver ? to : today,
		over: isOver ? to : plusDays(today, -1),
	};
	const total = noOutcomes();
	const byControl = new Map(controls.map(({ controlId }) => [controlId, noOutcomes()]));
	const lookingFor = lookingForRules(controls);
	const count = (finding: Judged, times = 1) => {
		const looking = lookingFor(finding);
		if (looking.ids.length === 0) return undefined;
		const end = outcomeOf(finding, window, timeToFix);
		if (!end) return undefined;
		total[end.outcome] += times;
		for (const id of looking.ids) {
			const counts = byControl.get(id);
			if (counts) counts[end.outcome] += times;
		}
		return { ...end, controls: looking.codes };
	};
	return {
		total,
		byControl,
		count,
		judge(finding) {
			const end = count(finding);
			if (!end) return undefined;
			const { fingerprint, title, rule, host, severity, firstSeenAt } = finding;
			return {
				fingerprint: fingerprintSchema.parse(fingerprint),
				title,
				rule,
				host,
				severity,
				controls: end.controls,
				firstSeen: firstSeenAt.toISOString(),
				due: end.due ?? "",
				fixed: end.fixedAt?.toISOString() ?? "",
				outcome: end.outcome,
				reason: end.reason,
			};
		},
	};
}

type Looking = { ids: readonly string[]; codes: string };

/** The controls with a scan test that looks for a finding. Found once for each rule and, if it matters, each host. */
function lookingForRules(controls: WindowFacts["controls"]): (finding: Judged) => Looking {
	const scans = controls.flatMap(({ controlId, code, leftOut, tests }) =>
		tests.flatMap(({ spec }) => (spec.kind === "scan" ? { controlId, code, leftOut, spec } : [])),
	);
	const isNamed = namesHosts(controls);
	const known = new Map<string, Looking>();
	return ({ rule, asset }) => {
		const key = isNamed ? `${rule} ${asset}` : rule;
		const before = known.get(key);
		if (before) return before;
		const of = classOfRule(rule);
		const looking = scans.filter(
			({ leftOut, spec: { classes, hosts } }) =>
				of !== undefined &&
				classes.includes(of) &&
				(hosts.length === 0 || hosts.includes(asset)) &&
				!leftOut.includes(asset),
		);
		const found = {
			ids: [...new Set(looking.map(({ controlId }) => controlId))],
			codes: [...new Set(looking.map(({ code }) => code))].join(" "),
		};
		known.set(key, found);
		return found;
	};
}

/** Whether a scan test is about some hosts only, or a host is left out, so that it matters where a finding is. */
export const namesHosts = (controls: WindowFacts["controls"]): boolean =>
	controls.some(
		({ leftOut, tests }) =>
			leftOut.length > 0 || tests.some(({ spec }) => spec.kind === "scan" && spec.hosts.length > 0),
	);

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
