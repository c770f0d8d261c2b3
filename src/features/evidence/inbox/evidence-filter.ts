import type { EvidenceFilter, EvidenceSummary } from "#contract/evidence/evidence.ts";
import { freshnessOf } from "#src/lib/evidence/evidence-labels.ts";

/** Whether a list with this filter includes a piece of evidence, by the server's rules. `now` in milliseconds. */
export function matchesEvidence(evidence: EvidenceSummary, filter: EvidenceFilter, now: number): boolean {
	const { title, note, files, about, takenAt } = evidence;
	const { linked, q, kind, state, method, freshness, from, to } = filter;
	if (linked && (linked === "yes") !== about.length > 0) return false;
	if ((kind && evidence.kind !== kind) || (state && evidence.state !== state)) return false;
	if ((method && evidence.method !== method) || (freshness && freshnessOf(evidence, now) !== freshness)) return false;
	const taken = takenAt.slice(0, "YYYY-MM-DD".length);
	const { effectiveFrom, effectiveTo } = evidence;
	const hasPeriod = effectiveFrom !== null || effectiveTo !== null;
	if (from && (hasPeriod ? effectiveTo !== null && effectiveTo < from : taken < from)) return false;
	if (to && (hasPeriod ? effectiveFrom !== null && effectiveFrom > to : taken > to)) return false;
	const wanted = q?.trim().toLowerCase();
	return !wanted || [title, note, ...files.map(({ name }) => name)].some((text) => text.toLowerCase().includes(wanted));
}
