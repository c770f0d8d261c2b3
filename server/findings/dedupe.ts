import type { Finding } from "#contract/findings.ts";
import { SEVERITIES } from "#contract/severity.ts";

/** Joins findings of the same fingerprint: evidence is collected, the worse severity and the higher confidence win. Keeps order. */
export function dedupe(findings: readonly Finding[]): Finding[] {
	const byFingerprint = new Map<string, Finding>();
	for (const finding of findings) {
		const seen = byFingerprint.get(finding.fingerprint);
		byFingerprint.set(finding.fingerprint, seen ? merge(seen, finding) : finding);
	}
	return [...byFingerprint.values()];
}

function merge(first: Finding, second: Finding): Finding {
	const worse = SEVERITIES.indexOf(second.severity) < SEVERITIES.indexOf(first.severity) ? second : first;
	const fresh = second.evidence.filter(
		(item) => !first.evidence.some(({ source, text }) => source === item.source && text === item.text),
	);
	return {
		...worse,
		confidence: first.confidence === "high" || second.confidence === "high" ? "high" : "low",
		evidence: [...first.evidence, ...fresh],
	};
}
