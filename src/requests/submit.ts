import type { EntryId } from "#contract/ids.ts";
import type { AttemptError } from "#src/outbox/entry.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { Entry, EntryReceipt, HoldReason, NewEntry, Outbox } from "./entry.ts";

export type SubmitDeps = {
	outbox: Pick<Outbox, "enqueue" | "edit" | "sendNow" | "sendUnsaved" | "discard">;
	/** What the browser says about its network. */
	online(): boolean;
};

/** A request from this form that hasn't gotten through yet: saved in the outbox, or with only its key kept here, and why. */
export type KeptRequest = { id: EntryId; request: NewEntry } & ({ saved: true } | { saved: false; why: string });

/** How a submission ended. `id` is the entry's. */
export type SubmitOutcome =
	/** Delivered. `unsaved` says why it could not be saved on the device first; null if it was. */
	| { type: "accepted"; id: EntryId; receipt: EntryReceipt | null; unsaved: string | null }
	/** The browser is offline: saved, to be sent later. */
	| { type: "queued"; id: EntryId }
	/** Refused for good. The next submission is a new request; the caller discards this entry. */
	| { type: "refused"; id: EntryId; error: Omit<AttemptError, "at"> }
	/**
	 * Saved, but a person has to do something first. `error` is null if it wasn't sent: it belongs to no account yet, or to one that is not
	 * signed in.
	 */
	| { type: "held"; id: EntryId; reason: HoldReason; error: AttemptError | null }
	/** Not delivered, but saved: it will be sent again. */
	| { type: "waiting"; id: EntryId; message: string }
	/** Neither delivered nor saved. `why` is about the storage. */
	| { type: "unsaved"; id: EntryId; message: string; why: string };

const DISCARDED = "The request was discarded from the outbox before it was sent.";

/** The outcome of an attempt. */
function outcomeOf(entry: Entry, unsaved: string | null): SubmitOutcome {
	const { id } = entry;
	switch (entry.status) {
		case "accepted":
			return { type: "accepted", id, receipt: entry.receipt, unsaved };
		case "rejected":
			return { type: "refused", id, error: entry.error };
		case "held":
			return { type: "held", id, reason: entry.reason, error: entry.error ?? null };
		case "queued":
		case "sending": {
			const message = entry.lastError?.message ?? "";
			return unsaved === null ? { type: "waiting", id, message } : { type: "unsaved", id, message, why: unsaved };
		}
	}
}

/** One attempt at a saved entry. */
async function sendSaved(id: EntryId, request: NewEntry, { outbox }: SubmitDeps): Promise<SubmitOutcome> {
	let entry: Entry | undefined;
	try {
		entry = await outbox.sendNow(id);
	} catch (error) {
		if (!(error instanceof StorageError)) throw error;
		// Saved, but now storage fails. Sending it from here under the same key does no harm.
		entry = await outbox.sendUnsaved(request, id);
	}
	if (entry) return outcomeOf(entry, null);
	return { type: "refused", id, error: { status: null, code: null, message: DISCARDED } };
}

/** Sends without storage, in browsers that have none. */
async function sendUnsaved(
	request: NewEntry,
	why: string,
	{ outbox }: SubmitDeps,
	id?: EntryId,
): Promise<SubmitOutcome> {
	return outcomeOf(await outbox.sendUnsaved(request, id), why);
}

const isSame = (a: NewEntry, b: NewEntry): boolean =>
	a.kind === b.kind &&
	a.owner === b.owner &&
	a.workspace === b.workspace &&
	a.clientId === b.clientId &&
	JSON.stringify(a.body) === JSON.stringify(b.body);

/**
 * The same request with different labels is still the same request. Resolves to its id, which is a new one if it was refused in the
 * meantime.
 */
async function relabel(kept: KeptRequest, { client, note }: NewEntry, { outbox }: SubmitDeps): Promise<EntryId> {
	if (kept.request.client === client && kept.request.note === note) return kept.id;
	const changes = { client: client ?? null, note: note ?? null };
	const edited = await outbox.edit(kept.id, changes).catch(() => "gone" as const);
	// If it can no longer be changed, it was sent with the old labels.
	return typeof edited === "string" ? kept.id : edited.id;
}

/**
 * Submits a form through the outbox, so nothing is lost, and makes one attempt right away unless the browser is offline. If the request is
 * the same as `kept`, it continues under that key; otherwise `kept` is discarded first. An `unclaimed` request is saved and held until
 * someone signs in.
 */
export async function submitRequest(
	request: NewEntry,
	kept: KeptRequest | null,
	deps: SubmitDeps,
): Promise<SubmitOutcome> {
	const { outbox, online } = deps;
	const sendOrQueue = (id: EntryId): SubmitOutcome | Promise<SubmitOutcome> =>
		online() ? sendSaved(id, request, deps) : { type: "queued", id };

	if (kept && isSame(request, kept.request)) {
		return kept.saved ? sendOrQueue(await relabel(kept, request, deps)) : sendUnsaved(request, kept.why, deps, kept.id);
	}
	// A request that is being sent right now can't be discarded. Both were requested, so both are sent.
	if (kept?.saved) await outbox.discard(kept.id).catch(() => undefined);
	let entry: Entry;
	try {
		entry = await outbox.enqueue(request);
	} catch (error) {
		if (!(error instanceof StorageError)) throw error;
		return sendUnsaved(request, error.message, deps);
	}
	if (entry.status === "held") return { type: "held", id: entry.id, reason: entry.reason, error: null };
	return sendOrQueue(entry.id);
}
