import type { Change } from "../deps.ts";
import type { Entry } from "../entry.ts";
import type { Contents, Mirror } from "../storage/mirror.ts";
import { StorageError } from "../storage/storage-error.ts";
import type { Store } from "../storage/store.ts";
import { isHeldForOrder, transition } from "../transition.ts";
import { type Order, orderOf } from "./order.ts";

type OrderDeps = {
	store: Store;
	mirror: Pick<Mirror, "read">;
	publish(change: Change, written: readonly Entry[]): void;
	now(): number;
};

/** The order of entries, as far as this context knows the store. */
export function orderIn({ entries, unreadable }: Contents): (entry: Entry) => Order {
	const all = new Map([...entries, ...unreadable].map((one) => [one.id, one]));
	return (entry) => orderOf(entry, (id) => all.get(id));
}

/** Holds entries that come after ones that are held, refused, or gone, and releases them when that no longer applies. */
export async function settleOrder({ store, mirror, publish, now }: OrderDeps): Promise<void> {
	const settle = (entry: Entry, order: Order) => transition(entry, { type: "order", now: now(), order });
	for (;;) {
		const contents = await mirror.read();
		const followers = contents.entries.filter((entry) => entry.after !== undefined || isHeldForOrder(entry));
		if (followers.length === 0) return;
		const order = orderIn(contents);
		const ids = followers.filter((entry) => settle(entry, order(entry)) !== entry).map(({ id }) => id);
		if (ids.length === 0) return;
		const moved = new Set<string>();
		let after: Entry[];
		try {
			after = await store.updateAll(ids, (entry, at) => {
				const next = settle(entry, at.order);
				if (next !== entry) moved.add(entry.id);
				return next;
			});
		} catch (error) {
			// No room on the disk, but entries that are due can still be sent.
			if (error instanceof StorageError && error.reason === "full") return;
			throw error;
		}
		if (moved.size === 0) return;
		const written = after.filter(({ id }) => moved.has(id));
		publish({ ids: [...moved], what: "changed" }, written);
	}
}
