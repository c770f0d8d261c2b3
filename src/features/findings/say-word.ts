import type { AccountId } from "#contract/ids.ts";
import type { FindingState, VerdictRequest } from "#contract/vulnerabilities.ts";
import { sendAndReport } from "#src/lib/outbox/send-and-report.ts";
import type { NewEntry } from "#src/outbox/record.ts";
import type { KeptRequest, SubmitDeps, SubmitOutcome } from "#src/outbox/submit.ts";

/** What a person says of findings. */
export type Said = {
	fingerprints: readonly string[];
	state: FindingState;
	/** Empty where none is needed. */
	reason: string;
	/** Last day of an accepted risk, YYYY-MM-DD; empty for no end. */
	until: string;
};

export type SayWorld = SubmitDeps & {
	account: AccountId;
	now(): number;
};

/** The body for it. */
function requestOf({ fingerprints, state, reason, until }: Said, now: number): VerdictRequest {
	return {
		fingerprints: [...fingerprints],
		state,
		...(reason.trim() !== "" && { reason: reason.trim() }),
		...(state === "accepted" && until !== "" && { until }),
		saidAt: new Date(now).toISOString(),
	};
}

export type SayResult = {
	outcome: SubmitOutcome;
	word: VerdictRequest;
	/** What saying the same once more goes on with. */
	kept: KeptRequest | null;
};

const isSame = (word: VerdictRequest, kept: KeptRequest): boolean =>
	JSON.stringify({ ...word, saidAt: "" }) === JSON.stringify({ ...kept.request.body, saidAt: "" });

/**
 * Says it through the outbox: saved first, then sent, or kept until there is a network. Said once more because it was not
 * saved, it is the same word under the same key.
 */
export async function sayWord(said: Said, kept: KeptRequest | null, world: SayWorld): Promise<SayResult> {
	const fresh = requestOf(said, world.now());
	const again = kept?.request.kind === "verdicts" && isSame(fresh, kept) ? kept.request.body : null;
	const word = again ?? fresh;
	const request: NewEntry = { kind: "verdicts", body: word, owner: world.account };
	return { ...(await sendAndReport(request, kept, world)), word };
}
