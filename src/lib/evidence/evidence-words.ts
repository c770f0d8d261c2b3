import type { EvidenceSummary } from "#contract/evidence/evidence.ts";
import { type Word, wordsAhead } from "#src/lib/words/words.ts";
import type { Entry } from "#src/requests/entry.ts";

/** A piece of evidence as read at `readAt` (milliseconds), plus the decisions made here since. */
export function evidenceShown<E extends Pick<EvidenceSummary, "id" | "state" | "stateReason">>(
	evidence: E,
	entries: readonly Entry[],
	readAt: number,
): E {
	const last: Word<"evidence-decision"> | undefined = wordsAhead(entries, "evidence-decision", readAt).findLast(
		({ body }) => body.evidenceId === evidence.id,
	);
	return last ? { ...evidence, state: last.body.decision, stateReason: last.body.reason } : evidence;
}
