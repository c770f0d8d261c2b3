import type { PasswordForgotten } from "#contract/accounts/accounts.ts";
import { takePoints } from "#server/platform/db/counter.ts";
import { mailboxOf } from "#server/platform/texts/mailbox.ts";
import { type AccessRefusal, limited } from "../../sessions/refusal.ts";
import type { AccountDeps } from "../account-deps.ts";
import { addressKey } from "../email/address.ts";
import { callCounter, deviceMailCounter, mailboxCounter, senderCounters } from "../limits.ts";
import { ownersDevice } from "../sessions/owners-device.ts";

type Visitor = {
	/** Network address. */
	client: string;
	/** Cookie as received. */
	deviceToken: string | undefined;
};

/**
 * Only queues a job. The job looks up whether the address has an account, so the response cannot reveal it. While a code is valid no
 * other is sent, because the first is already in the mailbox; only a device that the owner has used gets a new one.
 */
export async function forgotPassword(
	{ store, limits, now }: Omit<AccountDeps, "passwords">,
	{ email }: PasswordForgotten,
	{ client, deviceToken }: Visitor,
): Promise<{ ok: true } | AccessRefusal> {
	const emailKey = addressKey(email);
	const mailbox = mailboxOf(email);
	const device = await ownersDevice(store, deviceToken, emailKey);

	return store.transaction(async (tx) => {
		const room = await tx.takePoint(device ? deviceMailCounter(emailKey) : callCounter("mails", client, limits));
		if (!room.ok) {
			const whose = device ? "for this account" : "from your network";
			return limited("too_many", `Many codes were requested for ${whose} in the last hour.`, room.retryAfter);
		}
		if (device) {
			await tx.enqueueMail({ kind: "reset", emailKey, renews: true });
			return { ok: true } as const;
		}
		const working = await tx.findCode({ purposes: ["reset"], emailKey }, now());
		const isSent =
			!working && (await takePoints(tx, [...senderCounters(client, mailbox), mailboxCounter("reset", mailbox)])).ok;
		if (isSent) await tx.enqueueMail({ kind: "reset", emailKey, renews: false });
		return { ok: true } as const;
	});
}
