import type { EntryId, Owner } from "#contract/ids.ts";
import type { Entry, EntryState } from "./entry.ts";
import { KINDS, type OutboxRequest } from "./kinds.ts";

/** What `enqueue` is given. */
export type NewEntry = OutboxRequest & {
	owner: Owner;
	/** Not to be sent later than this without asking, in milliseconds since 1970. */
	notAfter?: number;
	client?: string;
	note?: string;
};

/** How long the tab that enqueued is left alone with its entry, in milliseconds: it sends the first attempt itself. */
export const HEAD_START_MS = 2000;

/** A fresh record. */
export function createEntry({ kind, body, ...rest }: NewEntry, id: EntryId, now: number): Entry {
	return {
		...{ v: 1, id, request: { kind, body }, ...rest, createdAt: now, attempts: 0 },
		...{ status: "queued", notBefore: now + HEAD_START_MS },
	};
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

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
 * left exactly as it is, for the code that can.
 */
export function readRecord(value: unknown): Entry | null {
	if (!isObject(value) || value.v !== 1 || !isObject(value.request)) return null;
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
	return whole ? (value as Entry) : null;
}
