import { waitText } from "#contract/format/duration.ts";
import type { Lead, LeadAccepted } from "#contract/site/leads.ts";
import { identifyRequest } from "#server/platform/ids/request-identity.ts";
import { keyMismatch, type Refusal } from "#server/platform/refusals/refusal.ts";
import { isDeliverable, mailboxOf } from "#server/platform/texts/mailbox.ts";
import { happened } from "#server/platform/watch/happened.ts";
import { isSubscription } from "./is-subscription.ts";
import { mailboxCounter, networkCounter } from "./limits.ts";
import type { LeadStore } from "./store/lead-store.ts";

type Acceptance = { ok: true; receipt: LeadAccepted["receipt"] } | Refusal;

type LeadRequest = {
	lead: Lead;
	/** Its Idempotency-Key, or null if it came without one. */
	key: string | null;
	/** The sender's network address. */
	client: string;
};

export type AcceptLead = (request: LeadRequest) => Promise<Acceptance>;

type AcceptLeadDeps = { store: LeadStore; perAddress: number; newId: () => string };

/**
 * Accepts what a visitor submits: it and its emails are committed together, or nothing is. The answer is the same whether or not a
 * mailbox is already on a list; if it is, it gets no second email.
 */
export function createAcceptLead({ store, perAddress, newId }: AcceptLeadDeps): AcceptLead {
	return async ({ lead, key, client }) => {
		// The kind is part of what is compared: a key must not be moved from one form to another.
		const identity = key === null ? undefined : identifyRequest(key, { ...lead.body, kind: lead.kind });
		const repeated = async (): Promise<Acceptance | undefined> => {
			const known = identity && (await store.findRequest(identity.keyHash));
			if (!known) return undefined;
			return known.bodyHash.equals(identity.bodyHash) ? accepted(key, known.acceptedAt) : keyMismatch;
		};
		const before = await repeated();
		if (before) return before;
		if (!isDeliverable(lead.body.email)) {
			return { ok: false, code: "invalid_body", message: "Please enter a valid email address." };
		}
		const outcome = await store.transaction(async (tx) => {
			if (identity && !(await tx.insertRequest(identity))) return { ok: false, because: "known" } as const;
			const network = await tx.takePoint(networkCounter(client, perAddress));
			if (!network.ok) return limited("client", "Too much was sent from your network in the last hour.", network);
			const mailbox = await tx.takePoint(mailboxCounter(client, mailboxOf(lead.body.email)));
			if (!mailbox.ok)
				return limited("entry", "This address was given several times from your network today.", mailbox);
			const { id, at, confirmed } = await tx.keep(lead, newId());
			if (!confirmed) await tx.enqueueMail({ leadId: id, to: "visitor" });
			if (!isSubscription(lead.kind)) await tx.enqueueMail({ leadId: id, to: "team" });
			return { ok: true, at } as const;
		});
		if (outcome.ok) {
			happened({ what: "lead", kind: lead.kind });
			return accepted(key, outcome.at);
		}
		if ("code" in outcome) return outcome;
		// The same request came twice at once, and the other one was faster.
		const winner = await repeated();
		if (!winner) throw new Error("A lead's key was taken, but no request is stored under it");
		return winner;
	};
}

const accepted = (key: string | null, at: Date): Acceptance => ({
	ok: true,
	receipt: { key, acceptedAt: at.toISOString() },
});

function limited(scope: "client" | "entry", what: string, { retryAfter }: { retryAfter: number }): Refusal {
	const message = `${what} Please try again in ${waitText(retryAfter)}.`;
	return { ok: false, code: "rate_limited", message, details: { scope, retryAfter } };
}
