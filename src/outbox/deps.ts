import type { SendDeps } from "./delivery/post.ts";
import type { Types } from "./types.ts";

/** These entries changed; with `progress`, only how far their files have come. Empty if the account changed; null if it could be any entry. Read their current state from the store. */
export type Change<T extends Types = Types> = {
	ids: readonly T["id"][] | null;
	what: "added" | "changed" | "removed" | "progress";
};

/** Connects this context with the other tabs and the worker. */
export type Channel = {
	post(change: Change): void;
	listen(listener: (change: Change) => void): void;
};

/** What the outbox needs from the platform. Undefined where a browser does not have it. */
export type OutboxDeps = SendDeps & {
	indexedDB: IDBFactory | undefined;
	locks: Pick<LockManager, "request"> | undefined;
	channel: Channel | undefined;
	/** What the device is connected by. `unknown` where the browser does not say. */
	line(): "wifi" | "cellular" | "unknown";
	/** Milliseconds since 1970. May jump, also backwards. */
	now(): number;
	/** 0 up to, not including, 1. */
	random(): number;
	/** Fills the array with random bytes. */
	randomBytes(into: Uint8Array<ArrayBuffer>): Uint8Array;
};
