import type { Finding } from "#contract/findings/findings.ts";

/** The same problem on many pages: this many are enough to act on. */
const MOST_PLACES = 50;

/** A rule of whose places only some are known. */
export type Sampled = { rule: string; title: string };

/**
 * Leaves out what is more than a person looks at of one rule. By place, not in ZAP's order, which differs from run to run: a site that has
 * not changed keeps the same places. Pure.
 */
export function keepPlaces(findings: readonly Finding[]): { kept: Finding[]; sampled: Sampled[] } {
	const groups = [...Map.groupBy(findings, ({ rule }) => rule).entries()];
	const long = groups.filter(([, all]) => all.length > MOST_PLACES);
	const left = new Set(long.flatMap(([, all]) => all.toSorted(byPlace).slice(MOST_PLACES)));
	return {
		kept: findings.filter((finding) => !left.has(finding)),
		sampled: long.map(([rule, [first]]) => ({ rule, title: first?.title ?? rule })),
	};
}

const placeOf = ({ location: { path, parameter } }: Finding) => `${path}\n${parameter}`;
const byPlace = (a: Finding, b: Finding) => (placeOf(a) < placeOf(b) ? -1 : 1);

/** Says on each finding of such a rule that it is an example. */
export function asExamples(findings: readonly Finding[], sampled: readonly Sampled[]): Finding[] {
	const rules = new Set(sampled.map(({ rule }) => rule));
	return findings.map((finding) => {
		if (!rules.has(finding.rule)) return finding;
		const { owner, engineer } = finding.fix;
		return { ...finding, fix: { owner, engineer: `${engineer} This place is an example: others may need the same.` } };
	});
}
