import { type AccountState, readAccount, subscribeAccount } from "#src/lib/account/account.ts";
import type { Outbox } from "#src/outbox/outbox.ts";

type AccountOutbox = Pick<Outbox, "setAccount" | "releaseHeld">;

type AccountDeps = { readAccount(): AccountState; subscribeAccount(listener: () => void): () => void };

/**
 * Tells the outbox which account this device acts for, now and from now on. A sign-in releases what waited for one. Resolves
 * when the first has been said.
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
