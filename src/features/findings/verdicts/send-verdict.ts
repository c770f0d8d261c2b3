import type { AccountId } from "#contract/ids.ts";
import type { FindingState, VerdictRequest } from "#contract/vulnerabilities.ts";
import { sendAndReport } from "#src/lib/outbox/send-and-report.ts";
import type { NewEntry } from "#src/outbox/record.ts";
import type { KeptRequest, SubmitDeps, SubmitOutcome } from "#src/outbox/submit.ts";

/** A verdict as a person enters it. */
export type VerdictDraft = {
	fingerprints: readonly string[];
	state: FindingState;
	/** Empty if none is needed. */
	reason: string;
	/** Last day of an accepted risk, YYYY-MM-DD; empty for no end. */
	until: string;
};

export type SendVerdictDeps = SubmitDeps & {
	account: AccountId;
	now(): number;
};

function requestOf({ fingerprints, state, reason, until }: VerdictDraft, now: number): VerdictRequest {
	return {
		fingerprints: [...fingerprints],
		state,
		...(reason.trim() !== "" && { reason: reason.trim() }),
		...(state === "accepted" && until !== "" && { until }),
		saidAt: new Date(now).toISOString(),
	};
}

export type SentVerdict = {
	outcome: SubmitOutcome;
	verdict: VerdictRequest;
	/** Pass it back when the same verdict is sent again. */
	kept: KeptRequest | null;
};

const isSame = (verdict: VerdictRequest, kept: KeptRequest): boolean =>
	JSON.stringify({ ...verdict, saidAt: "" }) === JSON.stringify({ ...kept.request.body, saidAt: "" });

/**
 * Sends a verdict through the outbox: saved first, then sent, or kept until there is a network. If it could not be saved and
 * is sent again, it keeps its key.
 */
export async function sendVerdict(
	draft: VerdictDraft,
	kept: KeptRequest | null,
	deps: SendVerdictDeps,
): Promise<SentVerdict> {
	const fresh = requestOf(draft, deps.now());
	const again = kept?.request.kind === "verdicts" && isSame(fresh, kept) ? kept.request.body : null;
	const verdict = again ?? fresh;
	const request: NewEntry = { kind: "verdicts", body: verdict, owner: deps.account };
	return { ...(await sendAndReport(request, kept, deps)), verdict };
}
