import { type AccountState, readAccount, subscribeAccount } from "#src/lib/account/account.ts";
import type { Outbox } from "#src/requests/entry.ts";

type AccountOutbox = Pick<Outbox, "setAccount" | "releaseHeld">;

type AccountDeps = { readAccount(): AccountState; subscribeAccount(listener: () => void): () => void };

/**
 * Tells the outbox which account this device acts for. A sign-in releases the entries that were waiting for it. Resolves when the outbox
 * knows the current account.
 */
export async function followAccount(
	outbox: AccountOutbox,
	deps: AccountDeps = { readAccount, subscribeAccount },
): Promise<void> {
	const update = (signedIn: boolean) => setAccount(outbox, deps.readAccount(), signedIn).catch(() => undefined);
	deps.subscribeAccount(() => void update(true));
	await update(false);
}

async function setAccount(outbox: AccountOutbox, state: AccountState, signedIn: boolean): Promise<void> {
	const account = state.status === "known" ? state.account.accountId : null;
	await outbox.setAccount(account);
	if (signedIn && state.status === "known" && !state.locked)
		await outbox.releaseHeld(state.account.accountId, "sign-in");
}
