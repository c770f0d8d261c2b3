import type { EmailChange } from "#contract/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import { isDeliverable, mailboxOf } from "../scans/mailbox.ts";
import { addressKey } from "./address.ts";
import { checkPassword, NOT_THE_PASSWORD } from "./check-password.ts";
import { mailCounter } from "./limits.ts";
import { badField, type Refusal } from "./refusal.ts";
import type { World } from "./world.ts";

/** Notes the new address and mails a code to it. Whether somebody else has it is told to nobody but them. */
export async function changeEmail(
	world: World,
	{ current, email }: EmailChange,
	accountId: AccountId,
): Promise<{ ok: true } | Refusal> {
	if (!isDeliverable(email)) return badField("/email", "Email is invalid");
	const checked = await checkPassword(world, accountId, current);
	if (!checked.ok) return checked;
	const address = { email, key: addressKey(email) };

	return world.store.transaction(async (tx) => {
		const account = await tx.lockAccount(accountId);
		if (account?.passwordHash !== checked.account.passwordHash) return NOT_THE_PASSWORD;
		const isItsOwn = address.key === account.emailKey;
		await tx.setPendingAddress(accountId, isItsOwn ? null : address);
		if (isItsOwn) return { ok: true } as const;
		const room = await tx.takePoint(mailCounter("change", mailboxOf(email)));
		if (room.ok) await tx.enqueueMail({ kind: "change", accountId });
		if (account.emailConfirmed) await tx.enqueueMail({ kind: "email-change-asked", to: account.email });
		return { ok: true } as const;
	});
}
