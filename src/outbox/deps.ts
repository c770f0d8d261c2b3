import type { SendDeps } from "./delivery/post.ts";
import type { Types } from "./types.ts";

/**
 * These entries changed; with `progress`, only their files' upload progress. Empty if the account changed; null if it could be any entry.
 * Read their current state from the store.
 */
export type Change<T extends Types = Types> = {
	ids: readonly T["id"][] | null;
	what: "added" | "changed" | "removed" | "progress";
};

/** Connects this context with the other tabs and the worker. */
export type Channel = {
	post(change: Change): void;
	listen(listener: (change: Change) => void): void;
};

/** What the outbox needs from the platform. Undefined where a browser doesn't have it. */
export type OutboxDeps = SendDeps & {
	indexedDB: IDBFactory | undefined;
	locks: Pick<LockManager, "request"> | undefined;
	channel: Channel | undefined;
	/** The device's type of connection. `unknown` where the browser doesn't say. */
	line(): "wifi" | "cellular" | "unknown";
	/** Milliseconds since 1970. May jump, even backwards. */
	now(): number;
	/** From 0 up to but not including 1. */
	random(): number;
	/** Fills the array with random bytes. */
	randomBytes(into: Uint8Array<ArrayBuffer>): Uint8Array;
};
