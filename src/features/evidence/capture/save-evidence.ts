import type { EvidenceRequest, LinkRequest } from "#contract/evidence/evidence.ts";
import type { EntryId } from "#contract/ids.ts";
import { evidenceEntry } from "#src/lib/capture/evidence-entry.ts";
import type { SavedFile } from "#src/lib/capture/files/make-file.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { sendSaved } from "#src/lib/outbox/send-saved.ts";
import { shownOutbox } from "#src/lib/sealing/shown-outbox.ts";
import { leadersOf } from "#src/lib/words/leaders.ts";
import type { Entry, NewEntry } from "#src/requests/entry.ts";
import type { OutboxRequest } from "#src/requests/kinds.ts";

type Whose = Pick<NewEntry, "owner" | "workspace" | "clientId" | "client">;

/**
 * Saves evidence with its files on this device, all or nothing, and starts sending it. Resolves once it is saved. Rejects with a
 * StorageError. `files`: its files and their thumbnails, by their SHA-256.
 */
export async function saveEvidence(
	body: EvidenceRequest,
	files: ReadonlyMap<string, SavedFile>,
	whose: Whose,
): Promise<EntryId> {
	const saved = await enqueueInOrder({ ...evidenceEntry(body, files), ...whose });
	sendSaved([saved]);
	return saved.id;
}

/** Saves that evidence was linked to something, or unlinked, and starts sending that. Rejects with a StorageError. */
export async function saveLink(body: LinkRequest, whose: Whose): Promise<void> {
	sendSaved([await enqueueInOrder({ kind: "evidence-link", body, ...whose })]);
}

async function enqueueInOrder(request: NewEntry & OutboxRequest): Promise<Entry> {
	const { entries } = await shownOutbox().contents();
	return browserOutbox().enqueue({ ...request, after: leadersOf(request, entries) });
}
