import { type AccountState, readAccount, subscribeAccount } from "#src/lib/account/account.ts";
import type { Outbox } from "#src/outbox/outbox.ts";

type AccountOutbox = Pick<Outbox, "setAccount" | "releaseHeld">;

type AccountWorld = { readAccount(): AccountState; subscribeAccount(listener: () => void): () => void };

/**
 * Tells the outbox which account this device acts for, now and from now on. A sign-in releases what waited for one. Resolves
 * when the first has been said.
 */
export async function followAccount(
	outbox: AccountOutbox,
	world: AccountWorld = { readAccount, subscribeAccount },
): Promise<void> {
	const say = (signedIn: boolean) => tell(outbox, world.readAccount(), signedIn).catch(() => undefined);
	world.subscribeAccount(() => void say(true));
	await say(false);
}

async function tell(outbox: AccountOutbox, state: AccountState, signedIn: boolean): Promise<void> {
	const account = state.status === "known" ? state.account.accountId : null;
	await outbox.setAccount(account);
	if (signedIn && state.status === "known" && !state.locked)
		await outbox.releaseHeld(state.account.accountId, "sign-in");
}
