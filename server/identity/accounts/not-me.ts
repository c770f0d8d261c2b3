import { tokenHash } from "#server/platform/keys/tokens.ts";
import type { NotMeLink } from "./code-row.ts";
import type { AccountStatements, AccountStore } from "./store/account-store.ts";

/** What an unrequested code was sent for. `over`: there is nothing left to cancel. */
export type Unasked = { link: NotMeLink; over: boolean };

/** What the link in an email with a code would cancel; undefined for an unknown link. */
export async function findUnasked(
	store: Pick<AccountStatements, "findNotMeLink" | "accountById">,
	token: string,
): Promise<Unasked | undefined> {
	const link = await store.findNotMeLink(tokenHash(token));
	const account = link && (await store.accountById(link.accountId));
	if (!account) return undefined;
	const waits = {
		confirm: !account.emailConfirmed && account.emailKey === link.emailKey,
		change: account.pendingEmailKey === link.emailKey,
		reset: account.emailKey === link.emailKey,
	};
	return { link, over: !waits[link.purpose] };
}

/**
 * Cancels what the email was about: an unconfirmed registration, a change to this address, or a code for a new password.
 * Confirmed accounts and changes stay, and so does the owner's ability to request emails. Undefined for an unknown link.
 */
export async function endUnasked(store: AccountStore, token: string): Promise<Unasked | undefined> {
	const outcome = await store.transaction(async (tx) => {
		const link = await tx.findNotMeLink(tokenHash(token));
		const held = link && (await tx.lockAccount(link.accountId));
		const unasked = held && (await findUnasked(tx, token));
		if (!unasked) return { ok: false } as const;
		const { accountId, purpose } = unasked.link;
		if (unasked.over) return { ok: true, unasked } as const;
		if (purpose === "confirm") await tx.deleteAccount(accountId);
		else await tx.deleteCodes(accountId, purpose);
		if (purpose === "change") await tx.setPendingAddress(accountId, null);
		return { ok: true, unasked } as const;
	});
	return outcome.ok ? outcome.unasked : undefined;
}
