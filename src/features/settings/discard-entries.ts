import type { AccountId } from "#contract/ids.ts";

/** Takes what waits for an account that is no more out of this device's outbox. */
export async function discardEntriesOf(account: AccountId): Promise<void> {
	try {
		const { browserOutbox } = await import("#src/outbox/browser.ts");
		const outbox = browserOutbox();
		for (const { id, owner } of await outbox.list()) {
			if (owner === account) await outbox.discard(id);
		}
	} catch (error) {
		// Whatever is left is refused by the server, and can be discarded by hand.
		console.error("The outbox was not cleared.", error);
	}
}
