import type { ClientId } from "#contract/ids.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";
import { shownOutbox } from "#src/lib/sealing/shown-outbox.ts";
import { scopeFields } from "#src/lib/workspace/entries.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { StorageError } from "#src/outbox/storage-error.ts";
import type { NewEntry } from "#src/requests/entry.ts";
import type { OutboxRequest } from "#src/requests/kinds.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { isSaid, type WordKind } from "./words.ts";

type Unsaid<K extends WordKind> = K extends WordKind
	? { kind: K; body: Omit<Extract<OutboxRequest, { kind: K }>["body"], "saidAt"> }
	: never;
/** A word without its time, which is that of the tap. */
export type WordToSay = Unsaid<WordKind>;

/** Says one word at a time: the second of two quick taps finds the first one saved. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Says something of a control, a requirement, a task or a piece of evidence, through the outbox: also without a connection. Resolves to
 * whether it is saved; if not, a toast says why. `clientId`: whose it is; null: of the client that the screen shows, or of the
 * workspace itself.
 */
export function useSay(): (word: WordToSay, clientId: ClientId | null) => Promise<boolean> {
	const { scope, workspace, client } = useScope();
	return (word, clientId) => {
		const owner = signedInOwner();
		if (owner === null) return Promise.resolve(false);
		const own = client ?? workspace?.clients.find((one) => one.own) ?? null;
		const whose = clientId === null ? own : (workspace?.clients.find(({ id }) => id === clientId) ?? null);
		const now = Date.now();
		const body = word.kind === "task" ? word.body : { ...word.body, saidAt: new Date(now).toISOString() };
		const entry = { kind: word.kind, body, owner, ...scopeFields(owner, scope, whose) } as NewEntry;
		const said = last.then(() => save(entry, now));
		last = said;
		return said;
	};
}

async function save(entry: NewEntry, now: number): Promise<boolean> {
	try {
		const { entries } = await shownOutbox().contents();
		if (isSaid(entry as OutboxRequest, entry.clientId, entries, now)) return true;
		const { id } = await browserOutbox().enqueue(entry);
		// What does not get through now is tried again by the outbox itself.
		void browserOutbox()
			.sendNow(id)
			.catch(() => undefined);
		return true;
	} catch (error) {
		notify({
			title: "Nothing was changed",
			text: error instanceof StorageError ? error.message : "This device could not save it. Please try again.",
		}).catch(() => undefined);
		return false;
	}
}
