import { type FindingState, VERDICTS_LIMIT, type VerdictRequest } from "#contract/findings/vulnerabilities.ts";
import type { AccountId } from "#contract/ids.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { sendAndReport } from "#src/lib/outbox/send-and-report.ts";
import { scopeFields } from "#src/lib/workspace/entries.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import type { NewEntry, Outbox } from "#src/requests/entry.ts";
import type { KeptRequest, SubmitDeps, SubmitOutcome } from "#src/requests/submit.ts";

/** A verdict as a person enters it. */
export type VerdictDraft = {
	fingerprints: readonly string[];
	state: FindingState;
	/** Empty if none is needed. */
	reason: string;
	/** Last day of an accepted risk, YYYY-MM-DD; empty for no end. */
	until: string;
};

export type SendVerdictDeps = Omit<SubmitDeps, "outbox"> & {
	outbox: SubmitDeps["outbox"] & Pick<Outbox, "enqueueAll">;
	account: AccountId;
	/** Whose findings they are. */
	scope: Pick<WorkScope, "workspace">;
	/** The client that the screen shows; null if it shows all. */
	client: Pick<Client, "id" | "name"> | null;
	now(): number;
};

function requestsOf({ fingerprints, state, reason, until }: VerdictDraft, now: number): VerdictRequest[] {
	const parts: VerdictRequest[] = [];
	for (let at = 0; at < fingerprints.length; at += VERDICTS_LIMIT) {
		parts.push({
			fingerprints: fingerprints.slice(at, at + VERDICTS_LIMIT),
			state,
			...(reason.trim() !== "" && { reason: reason.trim() }),
			...(state === "accepted" && until !== "" && { until }),
			saidAt: new Date(now).toISOString(),
		});
	}
	return parts;
}

const entryOf = (body: VerdictRequest, { account, scope, client }: SendVerdictDeps): NewEntry => ({
	kind: "verdicts",
	body,
	owner: account,
	...scopeFields(account, scope, client),
});

/** One request of a verdict, and how it ended. */
export type SentPart = { outcome: SubmitOutcome; verdict: VerdictRequest };

export type SentVerdict = {
	/** In the order of the findings: one for each VERDICTS_LIMIT of them. */
	parts: SentPart[];
	/** Pass it back when the same verdict is sent again. */
	kept: KeptRequest | null;
};

const isSame = (verdict: VerdictRequest, kept: KeptRequest): boolean =>
	JSON.stringify({ ...verdict, saidAt: "" }) === JSON.stringify({ ...kept.request.body, saidAt: "" });

/**
 * Sends a verdict through the outbox: saved first, then sent, or kept until there is a network. If it could not be saved and
 * is sent again, it keeps its key. A verdict on more findings than one request takes is several requests, which are saved together:
 * all of them or none. Rejects with a StorageError if that was not possible; then nothing was sent either.
 */
export async function sendVerdict(
	draft: VerdictDraft,
	kept: KeptRequest | null,
	deps: SendVerdictDeps,
): Promise<SentVerdict> {
	const [fresh, ...others] = requestsOf(draft, deps.now());
	if (!fresh) return { parts: [], kept };
	if (others.length > 0) return { parts: await sendParts([fresh, ...others], deps), kept: null };
	const again = kept?.request.kind === "verdicts" && isSame(fresh, kept) ? kept.request.body : null;
	const verdict = again ?? fresh;
	const sent = await sendAndReport(entryOf(verdict, deps), kept, deps);
	return { parts: [{ outcome: sent.outcome, verdict }], kept: sent.kept };
}

async function sendParts(verdicts: readonly VerdictRequest[], deps: SendVerdictDeps): Promise<SentPart[]> {
	const requestOf = (body: VerdictRequest) => entryOf(body, deps);
	const entries = await deps.outbox.enqueueAll(verdicts.map(requestOf));
	const parts: SentPart[] = [];
	for (const [index, verdict] of verdicts.entries()) {
		const id = entries[index]?.id;
		if (id === undefined) throw new RangeError("Fewer were saved than there are.");
		// If one does not get through, the outbox sends the rest when it can.
		const isStuck = parts.some(({ outcome }) => outcome.type === "waiting" || outcome.type === "queued");
		const saved = { id, request: requestOf(verdict), saved: true } as const;
		const outcome: SubmitOutcome = isStuck
			? { type: "queued", id }
			: (await sendAndReport(saved.request, saved, deps)).outcome;
		parts.push({ outcome, verdict });
	}
	return parts;
}
