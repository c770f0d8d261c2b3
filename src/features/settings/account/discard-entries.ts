import type { AccountId } from "#contract/ids.ts";
import type { Entry } from "#src/outbox/entry.ts";
import type { Unreadable } from "#src/outbox/record.ts";

/** Discards the entries of a deleted account. */
export async function discardEntriesOf(account: AccountId): Promise<void> {
	try {
		const { browserOutbox } = await import("#src/outbox/browser.ts");
		const outbox = browserOutbox();
		// Read from the database: this tab's copy may be behind, and nothing may be left.
		const [entries, { unreadable }] = await Promise.all([outbox.list(), outbox.contents()]);
		const itsIds = (all: readonly (Entry | Unreadable)[]) =>
			all.flatMap(({ id, owner }) => (owner === account ? id : []));
		await outbox.discardAll(itsIds(entries));
		await outbox.discardUnreadable(itsIds(unreadable));
	} catch (error) {
		// The server refuses entries that are left, and they can be discarded by hand.
		console.error("The outbox was not cleared.", error);
	}
}
