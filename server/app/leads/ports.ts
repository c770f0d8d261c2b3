import type { Lead } from "#contract/site/leads.ts";
import type { Counter } from "#server/platform/db/counter.ts";
import type { RequestIdentity } from "#server/platform/ids/request-identity.ts";

export type StoredLead = Lead & { id: string; acceptedAt: Date; confirmed: boolean };

/** Who gets a mail about a lead. */
export type LeadMail = { leadId: string; to: "visitor" | "team" };

type Point = { ok: true } | { ok: false; retryAfter: number };

export type LeadTransaction = {
	/** False when the key is taken. */
	insertRequest(request: RequestIdentity): Promise<boolean>;
	takePoint(counter: Counter): Promise<Point>;
	/** Stores it, or finds the subscription that the mailbox has already. `at` is the database's clock. */
	keep(lead: Lead, id: string): Promise<{ id: string; at: Date; confirmed: boolean }>;
	/** Queues a mail; its job exists if and only if this transaction commits. */
	enqueueMail(mail: LeadMail): Promise<void>;
};

export type LeadStore = {
	findRequest(keyHash: Buffer): Promise<{ bodyHash: Buffer; acceptedAt: Date } | undefined>;
	/** Runs `work` in one transaction. Rolled back when it throws or its outcome is not `ok`. */
	transaction<T extends { ok: boolean }>(work: (tx: LeadTransaction) => Promise<T>): Promise<T>;
	find(id: string): Promise<StoredLead | undefined>;
	saveLink(tokenHash: Buffer, leadId: string): Promise<void>;
	findByLink(tokenHash: Buffer): Promise<StoredLead | undefined>;
	/** False when the link leads nowhere. */
	confirm(tokenHash: Buffer): Promise<boolean>;
	/** Deletes the subscription. False when the link leads nowhere. */
	leave(tokenHash: Buffer): Promise<boolean>;
};
