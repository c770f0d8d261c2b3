import type { Entry, HoldReason, RecordVersion } from "./entry.ts";
import type { UploadTarget } from "./files/attachment.ts";
import type { Types } from "./types.ts";

/** The type of a stored field; `?` if it is optional. */
export type FieldType = "text" | "text?" | "texts" | "texts?" | "flag" | "object" | "object?" | "objects";
export type Fields = Readonly<Record<string, FieldType>>;

type KindDefinition = {
	/** The fields that the code here needs in a stored body. The server defines what values are allowed. */
	fields: Fields;
	/** From what age an entry asks before it is sent, in milliseconds; null if it never grows stale. */
	staleAfterMs: number | null;
};

/** How requests travel. */
export type Endpoint<T extends Types = Types> = {
	/** Where a batch is posted: `{ entries: [{ key, kind, account, body, … }] }`, answered by `{ answers: [{ key, status, body }] }`. */
	batch: string;
	/** How many entries a batch may carry. */
	batchLimit: number;
	/** Where a request of each kind is posted by itself. */
	single(kind: T["request"]["kind"]): string;
	/** Kinds that never go in a batch, such as those whose cookie the browser sends to their own path alone. They name no scope. */
	alone?: readonly T["request"]["kind"][];
	/** The names of its headers that carry the entry's key and its owner. */
	headers: { key: string; account: string };
	/** The JSON body as it is sent. The same for all attempts at a key. */
	body(entry: Entry<T>): unknown;
	/**
	 * What a request says about its scope: further keys of its entry in a batch. An entry that says something travels in batches
	 * only, and never with others: a server that does not know these keys refuses such a batch as a whole, and creates nothing.
	 */
	said(entry: Pick<Entry<T>, "owner"> & T["scope"]): Readonly<Record<string, string>>;
	/** Absent: entries of this product have no files. */
	uploads?: {
		/** The base path of a tus 1.0 server on the same origin. */
		path: string;
		target(entry: Entry<T>): UploadTarget;
	};
};

/** All that the outbox knows of the product it works for. */
export type Definition<T extends Types = Types> = {
	/** The prefix of the database, locks, channel and files. Under another name, nothing of what is stored is found. */
	name: string;
	endpoint: Endpoint<T>;
	kinds: Readonly<Record<T["request"]["kind"], KindDefinition>>;
	/** The product's reasons to hold an entry, each with the first record version whose code knows it. */
	reasons: Readonly<Record<T["reason"], RecordVersion>>;
	/** Error codes that name what is missing, each with the reason to hold an entry for it. They take precedence over any status. */
	holds: Readonly<Record<string, HoldReason<T>>>;
	/** Error codes that are final, where their status alone would be tried again: the same request can never succeed. */
	refusals: readonly string[];
	/** The fields kept of the object `receipt` in an answer, beside its `key`. One of another type is left out. */
	receipt: Readonly<Record<string, FieldType & `${string}?`>>;
	/** The names of the fields of a scope, and of the labels. */
	scope: readonly string[];
	labels: readonly string[];
	/** Whether a label of an entry is fixed, because of its scope. */
	isFixed(label: string, entry: Entry<T>): boolean;
};
