import type { AccountId } from "#contract/ids.ts";
import { takePoints } from "#server/platform/db/counter.ts";
import { mailboxOf } from "#server/platform/texts/mailbox.ts";
import { type AccessRefusal, limited } from "../../sessions/refusal.ts";
import type { AccountDeps } from "../account-deps.ts";
import { callCounter, mailboxCounter, senderCounters } from "../limits.ts";
import { SIGNED_OUT } from "../passwords/check-password.ts";

type Asker = { accountId: AccountId; client: string };

/** Emails another code to the address waiting for confirmation, if there is one. */
export async function resendConfirmation(
	{ store, limits }: Pick<AccountDeps, "store" | "limits">,
	{ accountId, client }: Asker,
): Promise<{ ok: true } | AccessRefusal> {
	const account = await store.accountById(accountId);
	if (!account) return SIGNED_OUT;
	const kind = account.pendingEmail !== null ? "change" : "confirm";
	if (kind === "confirm" && account.emailConfirmed) return { ok: true };
	const mailbox = mailboxOf(account.pendingEmail ?? account.email);

	return store.transaction(async (tx) => {
		const room = await takePoints(tx, [
			callCounter("mails", client, limits),
			...senderCounters(client, mailbox),
			mailboxCounter(kind, mailbox),
		]);
		if (!room.ok) {
			const why = "We already sent several codes to this address; the newest one works.";
			return limited("too_many", why, room.retryAfter);
		}
		await tx.enqueueMail({ kind, accountId, renews: true });
		return { ok: true } as const;
	});
}
