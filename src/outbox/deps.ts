import type { EntryId } from "#contract/ids.ts";
import type { SendDeps } from "./post.ts";

/**
 * Something happened to these entries; an empty list if the account changed; null if it could be any entry. Their current state
 * is read from the store.
 */
export type Change = { ids: readonly EntryId[] | null; what: "added" | "changed" | "removed" };

/** Tells the other tabs and the worker, and hears from them. */
export type Channel = {
	post(change: Change): void;
	listen(listener: (change: Change) => void): void;
};

/** All that the outbox needs of the platform. What a browser lacks is undefined. */
export type OutboxDeps = SendDeps & {
	indexedDB: IDBFactory | undefined;
	locks: Pick<LockManager, "request"> | undefined;
	channel: Channel | undefined;
	/** Milliseconds since 1970. May jump, also backwards. */
	now(): number;
	/** 0 up to, not including, 1. */
	random(): number;
	/** Fills the array with random bytes. */
	randomBytes(into: Uint8Array<ArrayBuffer>): Uint8Array;
};
