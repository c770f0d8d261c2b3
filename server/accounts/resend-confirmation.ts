import type { AccountId } from "#contract/ids.ts";
import { mailboxOf } from "../scans/mailbox.ts";
import { SIGNED_OUT } from "./check-password.ts";
import { mailCounter } from "./limits.ts";
import { limited, type Refusal } from "./refusal.ts";
import type { World } from "./world.ts";

/** Mails another code to the address that waits for one, if there is any. */
export async function resendConfirmation({ store }: World, accountId: AccountId): Promise<{ ok: true } | Refusal> {
	const account = await store.accountById(accountId);
	if (!account) return SIGNED_OUT;
	const kind = account.pendingEmail !== null ? "change" : "confirm";
	if (kind === "confirm" && account.emailConfirmed) return { ok: true };

	return store.transaction(async (tx) => {
		const room = await tx.takePoint(mailCounter(kind, mailboxOf(account.pendingEmail ?? account.email)));
		if (!room.ok) return limited("This address was sent several codes already; the newest one works.", room.retryAfter);
		await tx.enqueueMail({ kind, accountId });
		return { ok: true } as const;
	});
}
