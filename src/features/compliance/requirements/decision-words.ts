import type { RequirementDetail } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { AccountId, ClientId } from "#contract/ids.ts";
import { type Word, wordsAhead } from "#src/lib/words/words.ts";
import type { Entry } from "#src/requests/entry.ts";

/** Decisions of this client. A screen without a client is about the workspace itself, but the outbox holds those of every client. */
export const ofClient = (entries: readonly Entry[], client: ClientId | null): readonly Entry[] =>
	client === null ? entries : entries.filter(({ clientId }) => clientId === undefined || clientId === client);

/** The requirements of a framework as read at `readAt` (milliseconds), with the decisions made here since then. */
export function decided(
	framework: FrameworkId,
	all: readonly RequirementDetail[],
	entries: readonly Entry[],
	{ readAt, me }: { readAt: number; me: { accountId: AccountId; name: string } | null },
): readonly RequirementDetail[] {
	const ahead = wordsAhead(entries, "decision", readAt).filter(({ body }) => body.framework === framework);
	if (ahead.length === 0) return all;
	return all.map((requirement) =>
		ahead
			.filter(({ body }) => body.requirements.includes(requirement.id))
			.reduce((shown, { body }) => withDecision(shown, body, me), requirement),
	);
}

function withDecision(
	requirement: RequirementDetail,
	{ decision: said, justification, reasons = [], saidAt }: Word<"decision">["body"],
	by: { accountId: AccountId; name: string } | null,
): RequirementDetail {
	const { decision } = requirement;
	if (decision === null) return requirement;
	if (said !== "reviewed") {
		return { ...requirement, decision: { state: said, reasons, justification, reviewedOn: null, saidAt, by } };
	}
	// A requirement without a decision cannot be reviewed.
	if (decision.state === "undecided") return requirement;
	return { ...requirement, decision: { ...decision, reviewedOn: saidAt.slice(0, "YYYY-MM-DD".length) } };
}
