import type { EntryId } from "#contract/ids.ts";
import { isSealable } from "#contract/requests/entries.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { Entry, EntryChanges, NewEntry, Outbox } from "#src/requests/entry.ts";
import { workspaceOf } from "#src/requests/scope.ts";
import type { SealKeys } from "./seal-keys.ts";
import type { SealedEntry } from "./seal-request.ts";

/** A request that must be sealed could not be, so it was not saved either. `message` is for the screen. */
export class SealError extends StorageError {
	constructor(message: string, cause?: unknown) {
		super("unavailable", cause);
		this.message = message;
	}
}

/** The workspace's key comes with the list of workspaces, so one call to the server gets it. */
export const NO_KEY =
	"Not saved: what waits on this device is sealed, and this workspace’s key is not here yet. Connect once, then save again.";
export const NOT_SEALED = "Not saved: what waits on this device is sealed, and that failed. Try again.";

/** Seals requests. It includes its own cipher, so it loads only when something has to be sealed. */
export type Sealer = {
	seal(request: NewEntry, recipient: string): Promise<SealedEntry>;
	/** Keeps a readable copy of a sealed entry, if this device may. Never rejects. */
	keep(id: EntryId, sealed: SealedEntry, given: NewEntry): Promise<void>;
};

export type SealingDeps = {
	keys: Pick<SealKeys, "of">;
	load(): Promise<Sealer>;
};

type Ready = { entry: NewEntry; kept(id: EntryId): Promise<void> };

const inClear = (entry: NewEntry): Ready => ({ entry, kept: async () => undefined });

/**
 * An outbox in which an account's request is sealed when it is created, if its workspace or this device's user wants that. Everything else
 * stays the same: sending needs only what a sealed entry leaves in clear. A request that cannot be sealed is not saved, and the call
 * rejects with a SealError, which is a StorageError.
 */
export function sealingOutbox(outbox: Outbox, { keys, load }: SealingDeps): Outbox {
	/** Null: it is saved in clear. A request without an account has no workspace that could open it. */
	async function recipientFor({ kind, owner, workspace: named }: NewEntry): Promise<string | null> {
		if (!isSealable(kind)) return null;
		const workspace = workspaceOf({ owner, workspace: named });
		if (workspace === null) return null;
		const { sealing, onDevice } = await keys.of(workspace);
		if (!onDevice && !sealing?.required) return null;
		if (!sealing) throw new SealError(NO_KEY);
		return sealing.recipient;
	}

	async function sealed(request: NewEntry, recipient: string): Promise<Ready> {
		const sealer = await load().catch((error: unknown) => {
			throw new SealError(NOT_SEALED, error);
		});
		const made = await sealer.seal(request, recipient);
		return { entry: made.entry, kept: (id) => sealer.keep(id, made, request) };
	}

	async function ready(request: NewEntry): Promise<Ready> {
		const recipient = await recipientFor(request);
		return recipient === null ? inClear(request) : sealed(request, recipient);
	}

	/** The contents of a sealed entry are replaced as a whole. Labels are part of them, so labels alone stay as they are. */
	async function editSealed(entry: Entry, changes: EntryChanges): Promise<Entry | "under-way" | "gone"> {
		const { request, client, note, ...limits } = changes;
		if (!request || request.kind === "sealed") return outbox.edit(entry.id, limits);
		if (entry.attachments) throw new RangeError("A sealed request with files cannot become another one.");
		const { owner, workspace, clientId } = entry;
		const scope = { ...(workspace && { workspace }), ...(clientId && { clientId }) };
		const workspaceKey = workspaceOf(entry);
		const sealing = workspaceKey && (await keys.of(workspaceKey)).sealing;
		if (!sealing) throw new SealError(NO_KEY);
		const { entry: next, kept } = await sealed(
			{ ...request, owner, ...scope, ...(client && { client }), ...(note && { note }) },
			sealing.recipient,
		);
		const edited = await outbox.edit(entry.id, { ...limits, request: { kind: "sealed", body: next.body } as never });
		if (typeof edited !== "string") await kept(edited.id);
		return edited;
	}

	return {
		...outbox,

		async enqueue(request) {
			const { entry, kept } = await ready(request);
			const saved = await outbox.enqueue(entry);
			await kept(saved.id);
			return saved;
		},

		async enqueueAll(requests) {
			const all: Ready[] = [];
			for (const request of requests) all.push(await ready(request));
			const saved = await outbox.enqueueAll(all.map(({ entry }) => entry));
			await Promise.all(saved.map(({ id }, index) => all[index]?.kept(id)));
			return saved;
		},

		async edit(id, changes) {
			const entry = await outbox.get(id);
			return entry?.request.kind === "sealed" ? editSealed(entry, changes) : outbox.edit(id, changes);
		},

		async editAll(ids, changes) {
			const wanted = new Set(ids);
			const entries = (await outbox.list()).filter(({ id, request }) => wanted.has(id) && request.kind !== "sealed");
			return outbox.editAll(
				entries.map(({ id }) => id),
				changes,
			);
		},
	};
}
