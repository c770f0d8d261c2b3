import type { EmailChange } from "#contract/accounts/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import { takePoints } from "#server/platform/db/counter.ts";
import { isDeliverable, mailboxOf } from "#server/platform/texts/mailbox.ts";
import { type AccessRefusal, badField, limited } from "../../sessions/refusal.ts";
import type { AccountDeps } from "../account-deps.ts";
import { addressChangeCounter, callCounter, mailboxCounter, senderCounters } from "../limits.ts";
import { checkPassword, NOT_THE_PASSWORD } from "../passwords/check-password.ts";
import { addressKey } from "./address.ts";

type Asker = { accountId: AccountId; client: string };

/** Stores the new address and emails a code to it. Only its owner learns whether another account already uses it. */
export async function changeEmail(
	deps: AccountDeps,
	{ current, email }: EmailChange,
	{ accountId, client }: Asker,
): Promise<{ ok: true } | AccessRefusal> {
	if (!isDeliverable(email)) return badField("bad_address", "/email", "Email is invalid");
	const checked = await checkPassword(deps, accountId, current);
	if (!checked.ok) return checked;
	const address = { email, key: addressKey(email) };

	return deps.store.transaction(async (tx) => {
		const account = await tx.lockAccount(accountId);
		if (account?.passwordHash !== checked.account.passwordHash) return NOT_THE_PASSWORD;
		const isItsOwn = address.key === account.emailKey;
		if (!isItsOwn) {
			const room = await takePoints(tx, [callCounter("mails", client, deps.limits), addressChangeCounter(accountId)]);
			if (!room.ok) {
				return limited("too_many", "Several new addresses were requested in the last hour.", room.retryAfter);
			}
		}
		await tx.setPendingAddress(accountId, isItsOwn ? null : address);
		if (isItsOwn) return { ok: true } as const;
		const mailbox = mailboxOf(email);
		const room = await takePoints(tx, [...senderCounters(client, mailbox), mailboxCounter("change", mailbox)]);
		if (room.ok) await tx.enqueueMail({ kind: "change", accountId, renews: true });
		if (account.emailConfirmed) await tx.enqueueMail({ kind: "email-change-asked", to: account.email });
		return { ok: true } as const;
	});
}
