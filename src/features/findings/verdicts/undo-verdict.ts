import type { FindingState, TrackedFinding, VerdictRequest } from "#contract/findings/vulnerabilities.ts";
import type { OutcomeText } from "#src/lib/outbox/outcome-text.ts";
import type { Entry, Outbox } from "#src/requests/entry.ts";
import type { VerdictDraft } from "./send-verdict.ts";
import { verdictIn } from "./waiting-verdicts.ts";

/** A verdict that was given, and the findings as they were before. */
export type Decision = {
	state: FindingState;
	saidAt: VerdictRequest["saidAt"];
	findings: readonly TrackedFinding[];
};

/** The verdicts that bring findings back to where they were: one for each state and reason. */
function oppositeOf(findings: readonly TrackedFinding[]): VerdictDraft[] {
	const drafts = new Map<string, VerdictDraft & { fingerprints: string[] }>();
	for (const { fingerprint, state, verdict } of findings) {
		// An open finding has no effective verdict, even if one is stored, such as an expired acceptance.
		const { reason = "", until = null } = state !== "open" && verdict?.state === state ? verdict : {};
		const key = JSON.stringify([state, reason, until]);
		const draft = drafts.get(key) ?? { fingerprints: [], state, reason, until: until ?? "" };
		draft.fingerprints.push(fingerprint);
		drafts.set(key, draft);
	}
	return [...drafts.values()];
}

type WithdrawDeps = Pick<Outbox, "contents" | "discardUnlessSent">;

/**
 * Removes the undelivered part of a decision from the outbox, after waiting for what is being sent right now. Returns the
 * findings that the server knows the decision about. An entry that was edited has another id, so it is found by its time.
 */
async function withdraw({ state, saidAt, findings }: Decision, outbox: WithdrawDeps): Promise<TrackedFinding[]> {
	const isOfIt = (entry: Entry) => {
		const verdict = verdictIn(entry);
		return entry.status !== "accepted" && verdict?.saidAt === saidAt && verdict.state === state;
	};
	const waiting = (await outbox.contents()).entries.filter(isOfIt);
	const removed = new Set((await outbox.discardUnlessSent(waiting.map(({ id }) => id))).map(({ id }) => id));
	// Don't read the entries that it returns: they may be sealed.
	const gone = waiting.filter(({ id }) => removed.has(id));
	const withdrawn = new Set(gone.flatMap((entry) => verdictIn(entry)?.fingerprints ?? []));
	return findings.filter(({ fingerprint }) => !withdrawn.has(fingerprint));
}

/**
 * Undoes a decision: what still waits is withdrawn, and what was delivered gets the opposite verdicts. Resolves to null, or to what
 * went wrong. `send` gives a verdict.
 */
export async function undoDecision(
	decision: Decision,
	outbox: WithdrawDeps,
	send: (draft: VerdictDraft) => Promise<OutcomeText | null>,
): Promise<OutcomeText | null> {
	const delivered = await withdraw(decision, outbox);
	let undone = decision.findings.length - delivered.length;
	let trouble: OutcomeText | null = null;
	// A refused one does not stop the others.
	for (const draft of oppositeOf(delivered)) {
		const failed = await send(draft);
		if (failed) trouble ??= failed;
		else undone += draft.fingerprints.length;
	}
	return trouble && { title: `${undone > 0 ? "Only partly" : "Not"} undone: ${trouble.title}`, text: trouble.text };
}
