import type { AccountId } from "#contract/ids.ts";
import type { Entry } from "#src/outbox/entry.ts";
import type { Unreadable } from "#src/outbox/record.ts";

/** Takes what waits for an account that is no more out of this device's outbox. */
export async function discardEntriesOf(account: AccountId): Promise<void> {
	try {
		const { browserOutbox } = await import("#src/outbox/browser.ts");
		const outbox = browserOutbox();
		// Read now, and not as this tab has heard of them: nothing of it is to stay behind.
		const [entries, { unreadable }] = await Promise.all([outbox.list(), outbox.contents()]);
		const itsIds = (all: readonly (Entry | Unreadable)[]) =>
			all.flatMap(({ id, owner }) => (owner === account ? id : []));
		await outbox.discardAll(itsIds(entries));
		await outbox.discardUnreadable(itsIds(unreadable));
	} catch (error) {
		// Whatever is left is refused by the server, and can be discarded by hand.
		console.error("The outbox was not cleared.", error);
	}
}
