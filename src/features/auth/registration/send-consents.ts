import { site } from "#src/config/site.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { NewEntry } from "#src/requests/entry.ts";

/** The outbox's code, fetched while the form is filled in, so that it is there when the network is not. */
export const loadOutbox = async () => (await import("#src/lib/outbox/browser-outbox.ts")).browserOutbox();

/** Sends a registration's consents in a separate request and through the outbox, so that they are not lost with the network. */
export async function sendConsents(registration: string, updates: boolean): Promise<void> {
	const request: NewEntry = {
		kind: "consents",
		body: { registration, terms: site.termsVersion, updates },
		owner: "anonymous",
	};
	const outbox = await loadOutbox();
	try {
		const { id } = await outbox.enqueue(request);
		const entry = await outbox.sendNow(id);
		if (entry?.status === "accepted") await outbox.dismiss(id);
	} catch (error) {
		if (!(error instanceof StorageError)) throw error;
		await outbox.sendUnsaved(request);
	}
}
