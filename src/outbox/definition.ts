import type { Entry, HoldReason, RecordVersion } from "./entry.ts";
import type { UploadTarget } from "./files/attachment.ts";
import type { Types } from "./types.ts";

/** The type of a stored field; `?` if it is optional. */
export type FieldType = "text" | "text?" | "texts" | "texts?" | "flag" | "object" | "object?" | "objects";
export type Fields = Readonly<Record<string, FieldType>>;

type KindDefinition = {
	/** The fields this code needs in a stored body. The server defines which values are allowed. */
	fields: Fields;
	/** The age at which an entry asks before it is sent, in milliseconds; null if it never goes stale. */
	staleAfterMs: number | null;
};

/** How requests are sent. */
export type Endpoint<T extends Types = Types> = {
	/** Where a batch is posted: `{ entries: [{ key, kind, account, body, … }] }`, answered by `{ answers: [{ key, status, body }] }`. */
	batch: string;
	/** How many entries a batch may carry. */
	batchLimit: number;
	/** Where a request of each kind is posted on its own. */
	single(kind: T["request"]["kind"]): string;
	/** Kinds that never go in a batch, such as those whose cookie the browser sends only to their own path. They name no scope. */
	alone?: readonly T["request"]["kind"][];
	/** The names of its headers that carry the entry's key and its owner. */
	headers: { key: string; account: string };
	/** The JSON body as sent. It is the same for every attempt under a key. */
	body(entry: Entry<T>): unknown;
	/**
	 * What a request says about its scope: extra keys on its entry in a batch. An entry with such keys travels only in batches, never with
	 * entries without them: a server that doesn't know these keys refuses the whole batch and creates nothing.
	 */
	said(entry: Pick<Entry<T>, "owner"> & T["scope"]): Readonly<Record<string, string>>;
	/** Absent if this product's entries have no files. */
	uploads?: {
		/** The base path of a tus 1.0 server on the same origin. */
		path: string;
		target(entry: Entry<T>): UploadTarget;
	};
};

/** Everything the outbox knows about its product. */
export type Definition<T extends Types = Types> = {
	/** The prefix of the database, locks, channel and files. Under another name, none of the stored data would be found. */
	name: string;
	endpoint: Endpoint<T>;
	kinds: Readonly<Record<T["request"]["kind"], KindDefinition>>;
	/** The product's reasons to hold an entry, each with the first record version whose code knows it. */
	reasons: Readonly<Record<T["reason"], RecordVersion>>;
	/** Error codes that say what is missing, each with the reason to hold an entry. They take precedence over any status. */
	holds: Readonly<Record<string, HoldReason<T>>>;
	/** Error codes that are final even though their status alone would mean a retry: the same request can never succeed. */
	refusals: readonly string[];
	/** The fields we keep from an answer's `receipt` object, besides its `key`. Fields of the wrong type are left out. */
	receipt: Readonly<Record<string, FieldType & `${string}?`>>;
	/** The field names of a scope and of the labels. */
	scope: readonly string[];
	labels: readonly string[];
	/** Whether an entry's scope fixes one of its labels. */
	isFixed(label: string, entry: Entry<T>): boolean;
};
