import type { EntryId } from "#contract/ids.ts";
import type { Entry } from "#src/outbox/entry.ts";
import type { Outbox } from "#src/outbox/outbox.ts";
import type { NewEntry } from "#src/outbox/record.ts";
import { StorageError } from "#src/outbox/storage-error.ts";
import { type Kept, type Outcome, sameValues, type Values } from "./scan-form-state.ts";

export type SubmitWorld = {
	outbox: Pick<Outbox, "enqueue" | "sendNow" | "sendUnsaved" | "discard">;
	/** What the browser says of its network. */
	online(): boolean;
};

const DISCARDED = "The request was discarded from the outbox before it was sent.";

const newEntry = ({ target, email }: Values): NewEntry => ({
	kind: "combined-scan",
	body: { target, email },
	// The free scan belongs to nobody's account, also when somebody is signed in.
	owner: "anonymous",
});

/** The outcome that an attempt's entry stands for. */
function outcomeOf(entry: Entry, unsaved: string | null): Outcome {
	switch (entry.status) {
		case "accepted":
			return { type: "accepted", id: entry.id, unsaved };
		case "rejected":
			return { type: "refused", id: entry.id, message: entry.error.message };
		// Nobody is signed in here who could do what a held entry waits for, so it is a refusal like any other.
		case "held":
			return { type: "refused", id: entry.id, message: entry.error?.message ?? "" };
		case "queued":
		case "sending": {
			const message = entry.lastError?.message ?? "";
			if (unsaved === null) return { type: "waiting", id: entry.id, message };
			return { type: "unsaved", id: entry.id, message, why: unsaved };
		}
	}
}

/** One attempt at a saved entry. */
async function sendSaved(id: EntryId, values: Values, { outbox }: SubmitWorld): Promise<Outcome> {
	let entry: Entry | undefined;
	try {
		entry = await outbox.sendNow(id);
	} catch (error) {
		if (!(error instanceof StorageError)) throw error;
		// Saved, but now the storage fails: under the same key it can do no harm to send it from here.
		entry = await outbox.sendUnsaved(newEntry(values), id);
	}
	return entry ? outcomeOf(entry, null) : { type: "refused", id, message: DISCARDED };
}

/** Sends without storage: all that can be done where the browser keeps nothing. */
async function sendUnsaved(values: Values, why: string, { outbox }: SubmitWorld, id?: EntryId): Promise<Outcome> {
	return outcomeOf(await outbox.sendUnsaved(newEntry(values), id), why);
}

/**
 * Submits the free-scan form: through the outbox, so that nothing is lost, and one attempt at once unless the browser is
 * offline. With the values of a request that is kept already it is that request again, under its key; with other values
 * that one is discarded first. DESIGN, "What the forms show", says what each outcome looks like.
 */
export async function submitScan(values: Values, kept: Kept | null, world: SubmitWorld): Promise<Outcome> {
	const { outbox, online } = world;
	const sendOrQueue = (id: EntryId): Outcome | Promise<Outcome> =>
		online() ? sendSaved(id, values, world) : { type: "queued", id };

	if (kept && sameValues(values, kept)) {
		return kept.saved ? sendOrQueue(kept.id) : sendUnsaved(values, kept.why, world, kept.id);
	}
	// One that is being sent at this moment cannot be taken back: then both were asked for, and both go out.
	if (kept?.saved) await outbox.discard(kept.id).catch(() => undefined);
	let entry: Entry;
	try {
		entry = await outbox.enqueue(newEntry(values));
	} catch (error) {
		if (!(error instanceof StorageError)) throw error;
		return sendUnsaved(values, error.message, world);
	}
	return sendOrQueue(entry.id);
}
