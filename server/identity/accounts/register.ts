import { randomUUID } from "node:crypto";
import type { Registered, Registration } from "#contract/accounts/accounts.ts";
import { type AccountId, accountId as parseAccountId } from "#contract/ids.ts";
import { takePoints } from "#server/platform/db/counter.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import { isDeliverable, mailboxOf } from "#server/platform/texts/mailbox.ts";
import { BusyError } from "#server/platform/turns/in-turn.ts";
import { type AccessRefusal, badField, limited } from "../sessions/refusal.ts";
import type { Account } from "./account.ts";
import type { AccountDeps } from "./account-deps.ts";
import { addressKey } from "./email/address.ts";
import { callCounter, knownAddressCounter, mailboxCounter, senderCounters } from "./limits.ts";
import { refuseEasyPassword } from "./passwords/common-passwords.ts";
import type { AccountStatements } from "./store/account-store.ts";

/** How long a registration accepts consents. */
const HOUR_MS = 3_600_000;
/** How many simultaneous registrations with one address may wait for each other. */
const ROUNDS = 4;

/** For the log: which of the four cases it was, and the account it is about. */
type Outcome = { did: "made" | "replaced" | "repeated" | "known_address"; accountId: AccountId };

/**
 * Creates an account. It replaces an unconfirmed account with the same address, because being first does not prove that the
 * address is yours. If the address has a confirmed account, its owner gets an email. The response and the work are the same
 * in every case, and a registration that is sent twice creates one account and one email.
 */
export async function register(
	{ store, passwords, limits, now }: AccountDeps,
	body: Registration,
	client: string,
): Promise<({ ok: true } & Registered & Outcome) | AccessRefusal> {
	if (!isDeliverable(body.email)) return badField("bad_address", "/email", "Email is invalid");
	const easy = refuseEasyPassword(body.password, [body.email, body.first_name, body.last_name, body.company]);
	if (easy) return easy;
	const room = await store.takePoint(callCounter("mails", client, limits));
	if (!room.ok) {
		return limited("too_many", "There were many registrations from your network in the last hour.", room.retryAfter);
	}
	const passwordHash = await passwords.hash(body.password);
	const key = addressKey(body.email);
	for (let round = 0; round < ROUNDS; round++) {
		const known = await store.accountByKey(key);
		const matches = await passwords.verify(body.password, known?.passwordHash);
		const outcome = await store.transaction(async (tx) => {
			const done = await settle(tx, { body, key, passwordHash, known, matches, now: now() });
			if (!done) return { ok: false } as const;
			const registration = newToken();
			// The same person again, whose first response was lost: record what they agree to.
			const named = done.did !== "known_address" || (matches && known && isYoung(known, now()));
			const expiresAt = new Date(now().getTime() + HOUR_MS);
			await tx.insertRegistration(tokenHash(registration), named ? done.accountId : null, expiresAt);
			await mail(tx, done, { to: known?.email ?? body.email, key, client, now: now() });
			return { ok: true, registration, ...done } as const;
		});
		if (outcome.ok) return outcome;
	}
	throw new BusyError("Too many registrations with one address came at once");
}

type Attempt = {
	body: Registration;
	key: string;
	passwordHash: string;
	/** The account that had this address a moment ago, and whether the given password is its password. */
	known: Account | undefined;
	matches: boolean;
	now: Date;
};

/** Undefined if the account has changed in the meantime. Then everything has to be checked again. */
async function settle(tx: AccountStatements, attempt: Attempt): Promise<Outcome | undefined> {
	const { body, key, passwordHash, known, matches, now } = attempt;
	if (known) {
		const held = await tx.lockAccount(known.accountId);
		const isSame = held?.passwordHash === known.passwordHash && held.emailConfirmed === known.emailConfirmed;
		if (!isSame || held.emailKey !== key) return undefined;
		if (known.emailConfirmed) return { did: "known_address", accountId: known.accountId };
		if (matches) return { did: "repeated", accountId: known.accountId };
		await tx.deleteAccount(known.accountId);
	}
	const accountId = parseAccountId.parse(randomUUID());
	const isMade = await tx.insertAccount({
		accountId,
		address: { email: body.email, key },
		passwordHash,
		firstName: body.first_name,
		lastName: body.last_name,
		company: body.company,
		createdAt: now,
	});
	return isMade ? { did: known ? "replaced" : "made", accountId } : undefined;
}

type Envelope = { to: string; key: string; client: string; now: Date };

async function mail(tx: AccountStatements, { did, accountId }: Outcome, { to, key, client, now }: Envelope) {
	const mailbox = mailboxOf(to);
	if (did === "known_address") {
		const room = await takePoints(tx, [knownAddressCounter(mailbox), ...senderCounters(client, mailbox)]);
		if (room.ok) await tx.enqueueMail({ kind: "address-known", to });
		return;
	}
	if (await tx.findCode({ purposes: ["confirm"], emailKey: key, accountId }, now)) return;
	const room = await takePoints(tx, [...senderCounters(client, mailbox), mailboxCounter("confirm", mailbox)]);
	if (room.ok) await tx.enqueueMail({ kind: "confirm", accountId, renews: false });
}

const isYoung = (account: Account, now: Date) => now.getTime() - Date.parse(account.createdAt) < HOUR_MS;
