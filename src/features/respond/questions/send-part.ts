import type { Section } from "#contract/assessments/template.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { KeptLink } from "../kept/kept-link.ts";
import { entriesOf, partRequests, stuckOf } from "../respond-entries.ts";

/** Saves a section to be sent, all of it or nothing, and begins to send it. Resolves to why it could not be saved; null if it was. */
export async function sendPart(link: KeptLink, section: Section): Promise<string | null> {
	const outbox = browserOutbox();
	try {
		const own = entriesOf(await outbox.list(), link.detail.respondentId);
		// What was refused is sent anew.
		const stuck = stuckOf(section, own);
		if (stuck.length > 0) await outbox.discardAll(stuck.map(({ id }) => id));
		const left = own.filter((entry) => !stuck.includes(entry));
		const saved = await outbox.enqueueAll(partRequests(link, section, left, new Date()));
		await outbox.hurry(saved.map(({ id }) => id));
	} catch (error) {
		return error instanceof StorageError ? error.message : "This device could not save it. Please try again.";
	}
	void outbox.replay().catch(() => undefined);
	return null;
}
