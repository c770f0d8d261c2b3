import type { Finding } from "#contract/findings/findings.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";

/**
 * Joins findings with the same fingerprint: their evidence is combined, and the worse severity and the higher confidence win. Keeps
 * order.
 */
export function dedupe(findings: readonly Finding[]): Finding[] {
	const groups = Map.groupBy(findings, ({ fingerprint }) => fingerprint);
	return [...groups.values()].flatMap(([first, ...others]) => (first ? [merge(first, others)] : []));
}

function merge(first: Finding, others: readonly Finding[]): Finding {
	if (others.length === 0) return first;
	const all = [first, ...others];
	const rank = ({ severity }: Finding) => SEVERITIES.indexOf(severity);
	const worst = all.reduce((worse, finding) => (rank(finding) < rank(worse) ? finding : worse));
	const fresh = new Map(
		others.flatMap(({ evidence }) => evidence).map((item) => [JSON.stringify([item.source, item.text]), item]),
	);
	const pages = new Set(all.flatMap((finding) => finding.pages ?? []));
	const addresses = new Set(all.flatMap((finding) => finding.addresses ?? []));
	for (const { source, text } of first.evidence) fresh.delete(JSON.stringify([source, text]));
	return {
		...worst,
		confidence: all.some(({ confidence }) => confidence === "high") ? "high" : "low",
		evidence: [...first.evidence, ...fresh.values()],
		...(pages.size > 0 ? { pages: [...pages] } : {}),
		...(addresses.size > 0 ? { addresses: [...addresses] } : {}),
	};
}
