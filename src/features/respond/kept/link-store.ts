import * as z from "zod/mini";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import { committed } from "#src/outbox/storage/committed.ts";
import { createConnection } from "#src/outbox/storage/connection.ts";
import { storeIn } from "#src/outbox/storage/store-in.ts";
import { type KeptLink, keptLink } from "./kept-link.ts";

const STORE = "links";

export type LinkStore = ReturnType<typeof createLinkStore>;

const read = (value: unknown): KeptLink | null => {
	const parsed = z.safeParse(keptLink, value);
	return parsed.success ? parsed.data : null;
};

/** What this device keeps of links, separate from account data: each record is wiped with its link. Every call may reject. */
export function createLinkStore(indexedDB: IDBFactory | undefined) {
	const use = storeIn(
		createConnection(indexedDB, { database: "plumbline-respond", stores: { [STORE]: null } }),
		STORE,
	)("strict");
	return {
		/** The one used last comes first. What this code cannot read is left out. */
		async list(): Promise<KeptLink[]> {
			let found: unknown[] = [];
			await use("readonly", (links) => {
				const done = committed(links.transaction);
				const asking = links.getAll();
				asking.onsuccess = () => {
					found = asking.result;
				};
				return done;
			});
			return found.flatMap((value) => read(value) ?? []).toSorted((one, other) => other.usedAt - one.usedAt);
		},

		/**
		 * Replaces a link with the result of `fn` in one transaction: if two tabs answer different questions, both are kept. Null: there is
		 * no record, or there should be none. Resolves to the result.
		 */
		async change(id: RespondentId, fn: (before: KeptLink | null) => KeptLink | null): Promise<KeptLink | null> {
			let next: KeptLink | null = null;
			await use("readwrite", (links) => {
				const done = committed(links.transaction);
				const asking = links.get(id);
				asking.onsuccess = () => {
					next = fn(read(asking.result));
					if (next) links.put(next, id);
				};
				return done;
			});
			return next;
		},

		remove: (id: RespondentId): Promise<void> =>
			use("readwrite", (links) => {
				links.delete(id);
				return committed(links.transaction);
			}),
	};
}
