import type { VerdictRequest } from "#contract/findings/vulnerabilities.ts";
import { STATE_LABELS } from "#src/lib/findings/finding-labels.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";

/** A verdict saved on this device that the server has not confirmed. */
export type WaitingVerdict = { entry: Entry; verdict: VerdictRequest };

/** The verdict in an entry; null for entries of another kind. */
export const verdictIn = ({ request }: Entry): VerdictRequest | null =>
	request.kind === "verdicts" ? request.body : null;

/** Verdicts that wait on this device or were refused, by finding: the newest of several. */
export function waitingVerdicts(entries: readonly Entry[]): ReadonlyMap<string, WaitingVerdict> {
	const waiting = new Map<string, WaitingVerdict>();
	for (const entry of entries) {
		const verdict = verdictIn(entry);
		if (!verdict || !(isWaiting(entry) || entry.status === "rejected")) continue;
		for (const fingerprint of verdict.fingerprints) waiting.set(fingerprint, { entry, verdict });
	}
	return waiting;
}

/** The state of a saved verdict, as a sentence. */
export function waitingText({ entry, verdict }: WaitingVerdict): string {
	const label = STATE_LABELS[verdict.state];
	switch (entry.status) {
		case "sending":
			return `Sending: ${label}.`;
		case "queued":
			return entry.lastError
				? `Waiting to be sent: ${label}. The last attempt failed. We’ll try again automatically.`
				: `Waiting to be sent: ${label}.`;
		case "held":
			return entry.reason === "sign-in"
				? `Waiting to be sent: ${label}. It will be sent when you sign in.`
				: `Waiting to be sent: ${label}. It needs your attention in the outbox.`;
		case "rejected":
			return `Refused: ${label}. ${entry.error.message || "The server refused it."}`;
		case "accepted":
			return "";
	}
}

/** A verdict without some of its findings; null if no finding is left. */
export function without(verdict: VerdictRequest, gone: ReadonlySet<string>): VerdictRequest | null {
	const fingerprints = verdict.fingerprints.filter((one) => !gone.has(one));
	return fingerprints.length === 0 ? null : { ...verdict, fingerprints };
}
