import type { VerdictRequest } from "#contract/vulnerabilities.ts";

/** A word without one of its findings; null where it says nothing then. */
export function without(word: VerdictRequest, fingerprint: string): VerdictRequest | null {
	const fingerprints = word.fingerprints.filter((one) => one !== fingerprint);
	return fingerprints.length === 0 ? null : { ...word, fingerprints };
}
