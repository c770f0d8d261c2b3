import type { Finding, ScanReport } from "#contract/findings/findings.ts";
import { SEVERITIES, type Severity } from "#contract/findings/severity.ts";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { addressesLeft } from "#server/scanning/engines/addresses-left.ts";
import { lookedFor } from "#server/scanning/engines/looked-for.ts";
import { dedupe } from "#server/scanning/engines/shared/dedupe.ts";
import { ruleOnPort, withExamples } from "#server/scanning/engines/shared/examples.ts";
import { type Change, type Look, missed, seen, stateOf, type Tracked } from "./track.ts";

/** What is stored about a finding that a report may have seen or missed. */
export type Known = Pick<Finding, "fingerprint" | "engine" | "rule" | "location" | "pages" | "places" | "addresses"> & {
	tracked: Tracked;
};

export type Outcome = {
	/** New, or newer than the stored finding: all of it is written. */
	fresh: { finding: Finding; after: Tracked }[];
	/** Already stored; only times and states change. */
	moved: { fingerprint: string; after: Tracked }[];
	/** Not seen again on some of its addresses, and not looked for on these, where it may still be. */
	narrowed: { fingerprint: string; addresses: string[] }[];
	/** What is news: it may have happened in the world, and not only in what a report lists. */
	changes: { fingerprint: string; what: Change; severity: Severity }[];
	sightings: { fingerprint: string; seen: boolean; severity: Severity | null; state: FindingState }[];
};

/**
 * What a scan's report says about the findings of its scope (`stored`). Absence is a fix only where the report would have listed it: a
 * place is never fixed by a list of examples, and a finding with examples only by a report without any place of its rule. Pure.
 */
export function mergeReport(report: ScanReport, stored: readonly Known[], look: Look): Outcome {
	const findings = underOne(dedupe(report.findings), stored);
	const known = new Map(stored.map((one) => [one.fingerprint, one]));
	const today = dayOf(look.at);
	const outcome: Outcome = { fresh: [], moved: [], narrowed: [], changes: [], sightings: [] };
	const openBefore = new Set(
		stored.flatMap((one) => (stateOf(one.tracked, today) === "open" ? [ruleOnPort(one)] : [])),
	);
	for (const finding of findings) {
		const { fingerprint, places } = finding;
		const earlier = known.get(fingerprint);
		const before = earlier?.tracked;
		known.delete(fingerprint);
		// Milder examples do not say that the worse places are gone.
		const severity = places && before && !before.fixedAt ? worse(before.severity, finding.severity) : finding.severity;
		const { after, change } = seen(before, look, severity);
		if (!before || after.lastSeenAt > before.lastSeenAt)
			outcome.fresh.push({ finding: { ...finding, severity, ...addressesOf(finding, earlier, report) }, after });
		else outcome.moved.push({ fingerprint, after });
		// That the list of its places became too long, or a sample, is not news about a problem that is open.
		const isNews = change === "worse" || !(places && openBefore.has(ruleOnPort(finding)));
		if (change && isNews) outcome.changes.push({ fingerprint, what: change, severity });
		outcome.sightings.push({ fingerprint, seen: true, severity, state: stateOf(after, today) });
	}
	const listed = new Set(findings.map(ruleOnPort));
	const sampled = new Set(findings.flatMap((finding) => (finding.places ? [ruleOnPort(finding)] : [])));
	// The rest are known findings of the same scope that this scan did not see.
	for (const [fingerprint, one] of known) {
		if ((one.places ? listed : sampled).has(ruleOnPort(one)) || !lookedFor(report, one)) continue;
		const before = one.tracked;
		const left = addressesLeft(report, one);
		if (left.length > 0) {
			const isNewer = look.from >= before.lastSeenAt && !before.fixedAt;
			if (isNewer && left.length < (one.addresses?.length ?? 0))
				outcome.narrowed.push({ fingerprint, addresses: left });
			continue;
		}
		const moved = missed(before, look);
		if (moved) outcome.moved.push({ fingerprint, after: moved.after });
		if (moved?.change) outcome.changes.push({ fingerprint, what: moved.change, severity: before.severity });
		// A finding that was already fixed is not listed again for every scan that does not see it.
		if (before.fixedAt) continue;
		const state = stateOf(moved?.after ?? before, today);
		outcome.sightings.push({ fingerprint, seen: false, severity: null, state });
	}
	return outcome;
}

/**
 * While a rule has a finding with examples, its places belong to that one also if a report lists them all, except those that are known one
 * by one: else each list that is a little shorter would open dozens of findings about what is known.
 */
function underOne(findings: readonly Finding[], stored: readonly Known[]): Finding[] {
	const present = stored.filter(({ tracked }) => !tracked.fixedAt);
	const single = new Set(present.flatMap(({ places, fingerprint }) => (places ? [] : [fingerprint])));
	const ones = new Map(present.flatMap((one) => (one.places ? [[ruleOnPort(one), one.location] as const] : [])));
	const groups = Map.groupBy(findings, (finding) => {
		const key = ruleOnPort(finding);
		return finding.places || single.has(finding.fingerprint) || !ones.has(key) ? finding.fingerprint : key;
	});
	return [...groups].flatMap(([key, group]) => {
		const location = ones.get(key);
		return location ? [withExamples(group, location)] : group;
	});
}

/** Where it was seen now, and where it was seen before and was not looked for now. */
function addressesOf(finding: Finding, earlier: Known | undefined, report: ScanReport): Pick<Finding, "addresses"> {
	if (!finding.addresses) return {};
	const before = earlier && !earlier.tracked.fixedAt ? addressesLeft(report, earlier) : [];
	return { addresses: [...new Set([...finding.addresses, ...before])].toSorted() };
}

const worse = (one: Severity, other: Severity): Severity =>
	SEVERITIES.indexOf(one) < SEVERITIES.indexOf(other) ? one : other;
