import type { PasswordForgotten } from "#contract/accounts.ts";
import { mailboxOf } from "../scans/mailbox.ts";
import { addressKey } from "./address.ts";
import { callCounter, mailCounter } from "./limits.ts";
import { limited, type Refusal } from "./refusal.ts";
import type { World } from "./world.ts";

/** Only queues: whether anybody has the address is looked up by the job, so that no answer can tell. */
export async function forgotPassword(
	{ store, limits }: World,
	{ email }: PasswordForgotten,
	client: string,
): Promise<{ ok: true } | Refusal> {
	return store.transaction(async (tx) => {
		const room = await tx.takePoint(callCounter("forgotten", client, limits));
		if (!room.ok) return limited("Many codes were asked for from your network in the last hour.", room.retryAfter);
		const mailbox = await tx.takePoint(mailCounter("reset", mailboxOf(email)));
		if (mailbox.ok) await tx.enqueueMail({ kind: "reset", emailKey: addressKey(email) });
		return { ok: true } as const;
	});
}
