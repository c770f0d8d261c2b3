import type { EntryId } from "#contract/ids.ts";
import type { Entry, EntryOwner, EntryState, HoldReason } from "./entry.ts";
import { type FieldType, KINDS, type OutboxRequest } from "./kinds.ts";
import { type EntryScope, scopeOf, versionOf } from "./scope.ts";

/** The argument of `enqueue`. */
export type NewEntry = OutboxRequest &
	EntryScope & {
		owner: EntryOwner;
		/** Not sent automatically before `startAt`, and not after `notAfter` without asking. Milliseconds since 1970. */
		startAt?: number;
		notAfter?: number;
		/** The client's name, for showing; a scan without a `clientId` also sends it as its label. */
		client?: string;
		note?: string;
	};

/** How long passes leave a new entry to the tab that enqueued it, in milliseconds: that tab makes the first attempt. */
export const HEAD_START_MS = 2000;

/** A fresh record. */
export function createEntry({ kind, body, workspace, clientId, ...rest }: NewEntry, id: EntryId, now: number): Entry {
	// The two belong together, which a union taken apart no longer says.
	const request = { kind, body } as OutboxRequest;
	const scope = scopeOf({
		owner: rest.owner,
		...(workspace !== undefined && { workspace }),
		...(clientId !== undefined && { clientId }),
	});
	const v = versionOf({ owner: rest.owner, ...scope });
	const fresh = { v, id, request, ...rest, ...scope, createdAt: now, attempts: 0 };
	if (rest.owner === "unclaimed") return { ...fresh, status: "held", reason: "sign-in" };
	return { ...fresh, status: "queued", notBefore: now + HEAD_START_MS };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const isUuid = (value: unknown): boolean => typeof value === "string" && UUID.test(value);

/** Entries are stored under UUIDs, beside settings that apply to all of them. */
export const isEntryKey = (key: IDBValidKey): boolean => isUuid(key);
/** Code from before 2026-11-22 accepted files with any ids. */
export const looksLikeEntry = (value: unknown): boolean => isObject(value) && isObject(value.request);

type Check = (value: unknown) => boolean;

/** The range of `Date`, in milliseconds: formatting a time beyond it throws. */
const LAST_TIME = 8.64e15;

const isText = (value: unknown): value is string => typeof value === "string";
const isKeyOf = <T extends object>(value: unknown, table: T): value is keyof T =>
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

const fits = (value: unknown, checks: Record<string, Check>): boolean =>
	isObject(value) && Object.entries(checks).every(([key, check]) => check(value[key]));

const areTexts: Check = (value) => Array.isArray(value) && value.every(isText);

const FIELD_CHECKS: Record<FieldType, Check> = {
	text: isText,
	"text?": orAbsent(isText),
	texts: areTexts,
	"texts?": orAbsent(areTexts),
	flag: (value) => typeof value === "boolean",
};

const isRequest: Check = (value) => {
	if (!isObject(value) || !isKeyOf(value.kind, KINDS)) return false;
	const { body } = value;
	const fields = Object.entries(KINDS[value.kind].fields);
	return isObject(body) && fields.every(([key, type]) => FIELD_CHECKS[type](body[key]));
};

const isError: Check = (value) =>
	fits(value, {
		at: isTime,
		status: orNull((status) => typeof status === "number"),
		code: orNull(isText),
		message: isText,
		details: orAbsent(isObject),
	});

const isReceipt: Check = (value) =>
	fits(value, { key: orNull(isText), scanId: orAbsent(isText), acceptedAt: orAbsent(isText) });

const HOLD_REASONS: Record<HoldReason, true> = {
	"sign-in": true,
	workspace: true,
	role: true,
	client: true,
	ownership: true,
	engine: true,
	stale: true,
	"not-after": true,
	"handed-over": true,
};

const ENVELOPE: Record<string, Check> = {
	id: isUuid,
	request: isRequest,
	owner: isOwner,
	workspace: orAbsent(isUuid),
	clientId: orAbsent(isUuid),
	createdAt: isTime,
	attempts: isCount,
	confirmedAt: orAbsent(isTime),
	startAt: orAbsent(isTime),
	notAfter: orAbsent(isTime),
	handedOverAt: orAbsent(isTime),
	client: orAbsent(isText),
	note: orAbsent(isText),
};

/** The fields of each state. */
const STATES: Record<EntryState["status"], Record<string, Check>> = {
	queued: { notBefore: isTime, lastError: orAbsent(isError) },
	sending: { leaseUntil: isTime, lastError: orAbsent(isError) },
	held: { reason: (value) => isKeyOf(value, HOLD_REASONS), error: orAbsent(isError) },
	accepted: { at: isTime, receipt: orNull(isReceipt) },
	rejected: { error: isError },
};

const VERSION = 3;
const READ_VERSIONS: readonly unknown[] = [1, 2, VERSION];

/** What no account requested belongs to no workspace. */
const isScoped: Check = (value) => isObject(value) && (value.workspace !== undefined || value.clientId !== undefined);

/**
 * Reads what is stored under an id. Null if this code cannot read every field, such as in a record or a kind from a newer version;
 * that record stays exactly as it is, for code that can read it. Version 1 had no user-set limits, no owner `unclaimed` and no
 * hand-over. Version 2, which is still written for entries that older code sends correctly (scope.ts), knew of no workspaces.
 */
export function readRecord(id: EntryId, value: unknown): Entry | null {
	if (!isObject(value) || value.id !== id || !READ_VERSIONS.includes(value.v)) return null;
	const { status } = value;
	const isWhole = fits(value, ENVELOPE) && isKeyOf(status, STATES) && fits(value, STATES[status]);
	if (!isWhole || (value.owner === "anonymous" && isScoped(value))) return null;
	const entry = value as Entry;
	return { ...entry, v: entry.v === VERSION ? VERSION : versionOf(entry) };
}

/** A stored record that this code cannot read. A person can save a copy or delete it. */
export type Unreadable = {
	status: "unreadable";
	id: EntryId;
	/** `newer`: written by a later version of the product. */
	reason: "newer" | "damaged";
	/** Null if the record does not say. */
	owner: EntryOwner | null;
	record: unknown;
};

/** Such a record. */
export function unreadable(id: EntryId, record: unknown): Unreadable {
	const { v, owner, request } = isObject(record) ? record : {};
	const isNewKind = isObject(request) && isText(request.kind) && !isKeyOf(request.kind, KINDS);
	return {
		status: "unreadable",
		id,
		reason: (typeof v === "number" && v > VERSION) || isNewKind ? "newer" : "damaged",
		owner: isOwner(owner) ? (owner as EntryOwner) : null,
		record,
	};
}
