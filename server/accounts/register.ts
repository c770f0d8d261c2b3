import { randomUUID } from "node:crypto";
import type { Registered, Registration } from "#contract/accounts.ts";
import { accountId } from "#contract/ids.ts";
import { isDeliverable, mailboxOf } from "../scans/mailbox.ts";
import { newToken, tokenHash } from "../scans/tokens.ts";
import { addressKey } from "./address.ts";
import { callCounter, knownAddressCounter, mailCounter } from "./limits.ts";
import type { Account } from "./ports.ts";
import { badField, limited, type Refusal } from "./refusal.ts";
import type { World } from "./world.ts";

/** Consents of a registration are taken for so long. */
const HOUR_MS = 3_600_000;

/**
 * Makes an account, unless the address has one: then its owner gets a mail. The answer and the work are the same, and a
 * registration that is sent twice makes one account and one mail.
 */
export async function register(
	{ store, passwords, limits, now }: World,
	body: Registration,
	client: string,
): Promise<({ ok: true } & Registered) | Refusal> {
	if (!isDeliverable(body.email)) return badField("/email", "Email is invalid");
	const room = await store.takePoint(callCounter("registrations", client, limits));
	if (!room.ok) return limited("There were many registrations from your network in the last hour.", room.retryAfter);

	const address = { email: body.email, key: addressKey(body.email) };
	const mailbox = mailboxOf(body.email);
	const known = await store.accountByKey(address.key);
	const secret = known
		? { matches: await passwords.verify(body.password, known.passwordHash) }
		: { hash: await passwords.hash(body.password) };

	const registration = newToken();
	return store.transaction(async (tx) => {
		const createdAt = now();
		const expiresAt = new Date(createdAt.getTime() + HOUR_MS);
		const id = accountId.parse(randomUUID());
		const names = { firstName: body.first_name, lastName: body.last_name, company: body.company };
		const isNew =
			"hash" in secret &&
			(await tx.insertAccount({ accountId: id, address, passwordHash: secret.hash, ...names, createdAt }));
		// The same person once more, whose first answer was lost: what they agree to is to be recorded.
		const again = "matches" in secret && secret.matches && known && isYoung(known, createdAt) ? known : undefined;
		const named = again && (await tx.lockAccount(again.accountId)) ? again.accountId : null;
		await tx.insertRegistration(tokenHash(registration), isNew ? id : named, expiresAt);

		const isToBeTold = await tx.takePoint(knownAddressCounter(mailbox));
		if (!isNew) {
			if (isToBeTold.ok) await tx.enqueueMail({ kind: "address-known", to: known?.email ?? address.email });
		} else if ((await tx.takePoint(mailCounter("confirm", mailbox))).ok) {
			await tx.enqueueMail({ kind: "confirm", accountId: id });
		}
		return { ok: true, registration } as const;
	});
}

const isYoung = (account: Account, now: Date) => now.getTime() - Date.parse(account.createdAt) < HOUR_MS;
