import type { VerdictRequest } from "#contract/vulnerabilities.ts";
import { STATE_WORDS } from "#src/lib/findings/finding-words.ts";
import { type Entry, isWaiting } from "#src/outbox/entry.ts";

/** A word that this device keeps for the server. */
export type WaitingWord = { entry: Entry; word: VerdictRequest };

/** The word an entry holds; null for entries of another kind. */
export const wordOf = ({ request }: Entry): VerdictRequest | null =>
	request.kind === "verdicts" ? request.body : null;

/** What waits on this device or was refused, by finding: of several words the one said last. */
export function waitingWords(entries: readonly Entry[]): ReadonlyMap<string, WaitingWord> {
	const waiting = new Map<string, WaitingWord>();
	for (const entry of entries) {
		const word = wordOf(entry);
		if (!word || !(isWaiting(entry) || entry.status === "rejected")) continue;
		for (const fingerprint of word.fingerprints) waiting.set(fingerprint, { entry, word });
	}
	return waiting;
}

/** How a kept word stands, in a sentence. */
export function waitingSentence({ entry, word }: WaitingWord): string {
	const said = STATE_WORDS[word.state];
	switch (entry.status) {
		case "sending":
			return `Being sent: ${said}.`;
		case "queued":
			return entry.lastError
				? `Waiting to be sent: ${said}. The last try did not get through; it is tried again by itself.`
				: `Waiting to be sent: ${said}.`;
		case "held":
			return entry.reason === "sign-in"
				? `Waiting to be sent: ${said}. It goes out when you have signed in.`
				: `Waiting to be sent: ${said}. It waits for you in the outbox.`;
		case "rejected":
			return `Not taken: ${said}. ${entry.error.message || "The server refused it."}`;
		case "accepted":
			return "";
	}
}
