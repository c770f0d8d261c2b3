import type { Definition, Fields, FieldType } from "../definition.ts";
import type { RecordVersion } from "../entry.ts";
import {
	type Entry,
	type EntryOwner,
	type EntryReceipt,
	type EntryState,
	type Envelope,
	envelopeOf,
	type OwnReason,
} from "../entry.ts";
import type { Attachment } from "../files/attachment.ts";
import type { Types } from "../types.ts";

/** The argument of `enqueue`. */
export type NewEntry<T extends Types = Types> = T["request"] &
	T["scope"] &
	T["labels"] & {
		owner: EntryOwner<T>;
		/** Not sent automatically before `startAt`, and not after `notAfter` without asking. Milliseconds since 1970. */
		startAt?: number;
		notAfter?: number;
		/** Not sent before these are accepted. A number is the index of an earlier request in the same `enqueueAll`. */
		after?: readonly (T["id"] | number)[];
		/** Files that must arrive before it is sent. */
		attachments?: readonly Attachment[];
		/** The bytes of its files, by hash. They may be omitted for a file that another waiting entry names. */
		files?: ReadonlyMap<string, ArrayBuffer>;
	};

/** How long passes leave a new entry to the tab that enqueued it, in milliseconds: that tab makes the first attempt. */
export const HEAD_START_MS = 2000;

/** A stored record that this code can't read. A person can save a copy or delete it. */
export type Unreadable<T extends Types = Types> = {
	status: "unreadable";
	id: T["id"];
	/** `newer`: written by a later version of the product. */
	reason: "newer" | "damaged";
	/** Null if the record doesn't say. */
	owner: EntryOwner<T> | null;
	record: unknown;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const isUuid = (value: unknown): boolean => typeof value === "string" && UUID.test(value);

/** Entries are stored under UUIDs, alongside settings that apply to all of them. */
export const isEntryKey = (key: IDBValidKey): boolean => isUuid(key);
/** Code from before 2026-11-22 accepted files with any ids. */
export const looksLikeEntry = (value: unknown): boolean => isObject(value) && isObject(value.request);

type Check = (value: unknown) => boolean;

/** The range of `Date`, in milliseconds: formatting a time beyond it throws. */
const LAST_TIME = 8.64e15;

const isText = (value: unknown): value is string => typeof value === "string";
const isKeyOf = <T extends object>(value: unknown, table: T): value is string & keyof T =>
	isText(value) && Object.hasOwn(table, value);
const isTime: Check = (value) => typeof value === "number" && Math.abs(value) <= LAST_TIME;
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isOwner: Check = (value) => value === "anonymous" || value === "unclaimed" || isUuid(value);
const orNull =
	(check: Check): Check =>
	(value) =>
		value === null || check(value);
const orAbsent =
	(check: Check): Check =>
	(value) =>
		value === undefined || check(value);
const listOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) && value.every(check);
const isFilled: Check = (value) => Array.isArray(value) && value.length > 0;

const fits = (value: unknown, checks: Record<string, Check>): boolean =>
	isObject(value) && Object.entries(checks).every(([key, check]) => check(value[key]));

const FIELD_CHECKS: Record<FieldType, Check> = {
	text: isText,
	"text?": orAbsent(isText),
	texts: listOf(isText),
	"texts?": orAbsent(listOf(isText)),
	flag: (value) => typeof value === "boolean",
	object: isObject,
	"object?": orAbsent(isObject),
	objects: listOf(isObject),
};

const hasFields = (value: unknown, fields: Fields): boolean =>
	isObject(value) && Object.entries(fields).every(([key, type]) => FIELD_CHECKS[type](value[key]));

const each = (keys: readonly string[], check: Check) => Object.fromEntries(keys.map((key) => [key, check]));

const isError: Check = (value) =>
	fits(value, {
		at: isTime,
		status: orNull((status) => typeof status === "number"),
		code: orNull(isText),
		message: isText,
		details: orAbsent(isObject),
	});

const SHA_256 = /^[\da-f]{64}$/;

const isAttachment: Check = (value) =>
	fits(value, {
		sha256: (hash) => isText(hash) && SHA_256.test(hash),
		size: isCount,
		type: isText,
		name: isText,
	});

/** The library's reasons to hold an entry, each with the first record version whose code knows it. */
const OWN_REASONS: Record<OwnReason, RecordVersion> = {
	"sign-in": 2,
	stale: 2,
	"not-after": 2,
	"handed-over": 2,
	after: 4,
	file: 4,
	storage: 4,
};

const VERSION: RecordVersion = 4;
const READ_VERSIONS: readonly unknown[] = [1, 2, 3, VERSION];

/** The receipt in the body of an answer, with nothing that would make a stored record unreadable later; null if there is none. */
export function readReceipt(body: unknown, fields: Fields): EntryReceipt | null {
	const receipt = isObject(body) ? body.receipt : null;
	if (!isObject(receipt)) return null;
	const kept = Object.entries(fields).filter(
		([name, type]) => receipt[name] !== undefined && FIELD_CHECKS[type](receipt[name]),
	);
	return {
		key: isText(receipt.key) ? receipt.key : null,
		...Object.fromEntries(kept.map(([name]) => [name, receipt[name]])),
	};
}

/** How entries are stored and read back. */
export type Records<T extends Types = Types> = {
	/** The entry as it is stored. */
	stamped(entry: Entry<T>): Entry<T>;
	/** A new record. A request without an account has no scope. */
	createEntry(request: NewEntry<T>, id: T["id"], now: number): Entry<T>;
	/**
	 * Reads what is stored under an id. Null if this code cannot read every field, such as in a record or a kind from a newer
	 * version; that record stays exactly as it is, for code that can read it. Version 1 had no user-set limits, no owner `unclaimed`
	 * and no hand-over.
	 */
	readRecord(id: T["id"], value: unknown): Entry<T> | null;
	/** The entry without its state, and without fields that no entry has. */
	bare(entry: Entry<T>): Envelope<T>;
	/** A stored record that `readRecord` can't read. */
	unreadable(id: T["id"], record: unknown): Unreadable<T>;
};

export const createRecords = <T extends Types>(definition: Definition<T>): Records<T> =>
	createUntyped(definition as unknown as Definition) as unknown as Records<T>;

function createUntyped({ endpoint, kinds, reasons, receipt, scope, labels }: Definition): Records {
	const allReasons: Readonly<Record<string, RecordVersion>> = { ...reasons, ...OWN_REASONS };

	const isScoped = (value: object) => scope.some((name) => (value as Record<string, unknown>)[name] !== undefined);

	const isRequest: Check = (value) =>
		isObject(value) && isKeyOf(value.kind, kinds) && hasFields(value.body, kinds[value.kind]?.fields ?? {});

	const isReceipt: Check = (value) => fits(value, { key: orNull(isText) }) && hasFields(value, receipt);

	const envelope: Record<string, Check> = {
		id: isUuid,
		request: isRequest,
		owner: isOwner,
		createdAt: isTime,
		attempts: isCount,
		confirmedAt: orAbsent(isTime),
		startAt: orAbsent(isTime),
		notAfter: orAbsent(isTime),
		handedOverAt: orAbsent(isTime),
		after: orAbsent((value) => isFilled(value) && listOf(isUuid)(value)),
		attachments: orAbsent((value) => isFilled(value) && listOf(isAttachment)(value)),
		...each(scope, orAbsent(isUuid)),
		...each(labels, orAbsent(isText)),
	};

	/** The fields of each state. */
	const states: Record<EntryState["status"], Record<string, Check>> = {
		queued: { notBefore: isTime, lastError: orAbsent(isError) },
		sending: { leaseUntil: isTime, lastError: orAbsent(isError) },
		held: { reason: (value) => isKeyOf(value, allReasons), error: orAbsent(isError) },
		accepted: { at: isTime, receipt: orNull(isReceipt) },
		rejected: { error: isError },
	};

	/**
	 * The lowest version whose code handles the record correctly; code that knows only earlier ones leaves it alone.
	 * - 2: everything that code since 2026-11 sends correctly. Most records stay at 2, so an old tab can send them too.
	 * - 3: its requests name a scope, without which older code would send it.
	 * - 4: it comes after others, or has files: older code would not wait for them.
	 * - A reason to hold it counts too: older code would think the record is damaged.
	 */
	function versionOf(entry: Entry): RecordVersion {
		if (entry.after !== undefined || entry.attachments !== undefined) return 4;
		const known = (entry.status === "held" ? allReasons[entry.reason] : undefined) ?? 2;
		return known < 3 && Object.keys(endpoint.said(entry)).length > 0 ? 3 : known;
	}

	/** Older code holds entries for their age even if they never go stale. */
	function neverStale(entry: Entry): Entry {
		const isHeldForAge = entry.status === "held" && entry.reason === "stale";
		if (!isHeldForAge || kinds[entry.request.kind]?.staleAfterMs !== null) return entry;
		return { ...envelopeOf(entry), status: "queued", notBefore: 0, ...(entry.error && { lastError: entry.error }) };
	}

	function stamped(entry: Entry): Entry {
		const v = versionOf(entry);
		return v === entry.v ? entry : { ...entry, v };
	}

	return {
		stamped,

		bare(entry) {
			const fields = Object.entries(stamped(entry)).filter(([name]) => name === "v" || name in envelope);
			return Object.fromEntries(fields) as Envelope;
		},

		createEntry({ kind, body, after = [], attachments = [], files: _, ...rest }, id, now) {
			const isLeftOut = (name: string) => rest.owner === "anonymous" && scope.includes(name);
			const kept = Object.entries(rest).filter(([name, value]) => value !== undefined && !isLeftOut(name));
			const fresh = {
				...(Object.fromEntries(kept) as typeof rest),
				v: VERSION,
				id,
				request: { kind, body },
				...(after.length > 0 && { after: after.map(String) }),
				...(attachments.length > 0 && { attachments }),
				createdAt: now,
				attempts: 0,
			};
			if (rest.owner === "unclaimed") return stamped({ ...fresh, status: "held", reason: "sign-in" });
			return stamped({ ...fresh, status: "queued", notBefore: now + HEAD_START_MS });
		},

		readRecord(id, value) {
			if (!isObject(value) || value.id !== id || !READ_VERSIONS.includes(value.v)) return null;
			const { status } = value;
			const isWhole = fits(value, envelope) && isKeyOf(status, states) && fits(value, states[status]);
			if (!isWhole || (value.owner === "anonymous" && isScoped(value))) return null;
			return stamped(neverStale(value as Entry));
		},

		unreadable(id, record) {
			const { v, owner, request } = isObject(record) ? record : {};
			const isNewKind = isObject(request) && isText(request.kind) && !isKeyOf(request.kind, kinds);
			return {
				status: "unreadable",
				id,
				reason: (typeof v === "number" && v > VERSION) || isNewKind ? "newer" : "damaged",
				owner: isOwner(owner) ? (owner as EntryOwner) : null,
				record,
			};
		},
	};
}
