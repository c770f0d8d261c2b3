import type { EntryId } from "#contract/ids.ts";
import type { OutboxDeps } from "#src/outbox/deps.ts";
import { edited as editedAny } from "#src/outbox/edit.ts";
import { createOutbox as createAny } from "#src/outbox/outbox.ts";
import { createRecords, type Records } from "#src/outbox/storage/record.ts";
import { outboxDatabase } from "#src/outbox/storage/schema.ts";
import { createStore as createAnyStore } from "#src/outbox/storage/store.ts";
import { type EntryEvent, transition as move } from "#src/outbox/transition.ts";
import { REQUESTS } from "#src/requests/definition.ts";
import type { Entry, EntryChanges, Outbox, Requests } from "#src/requests/entry.ts";

/** Our outbox on a platform that the test chooses. */
export const createOutbox = (platform: OutboxDeps): Outbox => createAny({ ...REQUESTS, platform });

const records = createRecords(REQUESTS);

/** A fresh record of ours. */
export const { createEntry } = records;

/** The store of our records. */
export const createStore = (indexedDB: IDBFactory | undefined) =>
	createAnyStore(outboxDatabase(indexedDB, REQUESTS.name), records as unknown as Records, () => 0);

/** An event in the life of one of our entries. */
export const transition = move as unknown as (entry: Entry, event: EntryEvent<Requests>) => Entry;

/** One of our entries with a person's changes. */
export const edited = (entry: Entry, changes: EntryChanges, freshId: EntryId, now: number): Entry | null =>
	editedAny(entry, changes, freshId, now, { ...(records as unknown as Records), definition: REQUESTS }) as Entry | null;
