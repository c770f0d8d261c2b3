import type { EvidenceRequest, LinkRequest } from "#contract/evidence/evidence.ts";
import type { EntryId } from "#contract/ids.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import type { NewEntry } from "#src/requests/entry.ts";
import type { SavedFile } from "./make-file.ts";

type Whose = Pick<NewEntry, "owner" | "workspace" | "clientId" | "client">;

/**
 * Saves evidence with its files on this device, all of it or nothing, and begins to send it. Resolves once it is saved. Rejects with a
 * StorageError. `files`: its files and their thumbnails, by their SHA-256.
 */
export async function saveEvidence(
	body: EvidenceRequest,
	files: ReadonlyMap<string, SavedFile>,
	whose: Whose,
): Promise<EntryId> {
	const attachments = [...files.values()].map(({ sha256, size, type, name }) => ({ sha256, size, type, name }));
	const bytes = new Map([...files].map(([sha256, file]) => [sha256, file.bytes]));
	const { id } = await browserOutbox().enqueue({ kind: "evidence", body, attachments, files: bytes, ...whose });
	begin(id);
	return id;
}

/** Saves that evidence is put on something, or taken off, and begins to send it. Rejects with a StorageError. */
export async function saveLink(body: LinkRequest, whose: Whose): Promise<void> {
	begin((await browserOutbox().enqueue({ kind: "evidence-link", body, ...whose })).id);
}

/** What does not get through now is tried again by the outbox itself. */
const begin = (id: EntryId) =>
	void browserOutbox()
		.sendNow(id)
		.catch(() => undefined);
