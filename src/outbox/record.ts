import type { EntryId } from "#contract/ids.ts";
import type { Entry, EntryOwner, EntryState } from "./entry.ts";
import { KINDS, type OutboxRequest } from "./kinds.ts";

/** What `enqueue` is given. */
export type NewEntry = OutboxRequest & {
	owner: EntryOwner;
	/** Not to be sent before this by itself, nor later than this without asking, in milliseconds since 1970. */
	startAt?: number;
	notAfter?: number;
	client?: string;
	note?: string;
};

/** How long the tab that enqueued is left alone with its entry, in milliseconds: it sends the first attempt itself. */
export const HEAD_START_MS = 2000;

/** A fresh record. */
export function createEntry({ kind, body, ...rest }: NewEntry, id: EntryId, now: number): Entry {
	// The two belong together, which a union taken apart no longer says.
	const request = { kind, body } as OutboxRequest;
	const fresh = { v: 2 as const, id, request, ...rest, createdAt: now, attempts: 0 };
	if (rest.owner === "unclaimed") return { ...fresh, status: "held", reason: "sign-in" };
	return { ...fresh, status: "queued", notBefore: now + HEAD_START_MS };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const READABLE: unknown[] = [1, 2];

/** The fields each state cannot do without. */
const STATE_FIELDS: Record<EntryState["status"], Record<string, "number" | "string" | "object">> = {
	queued: { notBefore: "number" },
	sending: { leaseUntil: "number" },
	held: { reason: "string" },
	accepted: { at: "number", receipt: "object" },
	rejected: { error: "object" },
};

/**
 * Reads a stored record. Null for what this code cannot read, such as a record or a kind of a newer version: it is to be
 * left exactly as it is, for the code that can. Records of version 1 had no limits of the user's, no owner `unclaimed` and no
 * hand-over, and are otherwise the same.
 */
export function readRecord(value: unknown): Entry | null {
	if (!isObject(value) || !READABLE.includes(value.v) || !isObject(value.request)) return null;
	const { id, owner, createdAt, attempts, request, status } = value;
	const whole =
		typeof id === "string" &&
		typeof owner === "string" &&
		typeof createdAt === "number" &&
		typeof attempts === "number" &&
		Object.hasOwn(KINDS, String(request.kind)) &&
		isObject(request.body) &&
		Object.hasOwn(STATE_FIELDS, String(status)) &&
		Object.entries(STATE_FIELDS[status as EntryState["status"]]).every(([key, type]) => typeof value[key] === type);
	return whole ? ({ ...value, v: 2 } as Entry) : null;
}
