import type { EvidenceFilter, EvidenceSummary } from "#contract/evidence/evidence.ts";

/** Whether a list with this filter holds a piece of evidence, as the server would say. */
export function matchesEvidence(
	{ title, note, files, about }: EvidenceSummary,
	{ linked, q }: EvidenceFilter,
): boolean {
	if (linked && (linked === "yes") !== about.length > 0) return false;
	const wanted = q?.trim().toLowerCase();
	return !wanted || [title, note, ...files.map(({ name }) => name)].some((text) => text.toLowerCase().includes(wanted));
}
