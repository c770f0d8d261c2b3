import type { Lead } from "#contract/site/leads.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { NewEntry, Outbox } from "#src/requests/entry.ts";

/** `off` is the specification's literal behavior: the forms show their states, and nothing is stored or sent. */
const CAPTURES = import.meta.env.VITE_LEAD_CAPTURE !== "off";

/**
 * Puts a visitor's submission into the outbox, which sends it in the background, now or once there is a network. The form's own states do
 * not wait for it. Without storage it is sent right away.
 */
export async function leave(lead: Lead, outbox: Pick<Outbox, "enqueue" | "sendUnsaved">): Promise<void> {
	const request: NewEntry = { ...lead, owner: "anonymous" };
	try {
		await outbox.enqueue(request);
	} catch (error) {
		if (!(error instanceof StorageError)) throw error;
		await outbox.sendUnsaved(request);
	}
}

export async function deliverLead(lead: Lead): Promise<void> {
	if (!CAPTURES) return;
	const { browserOutbox } = await import("#src/lib/outbox/browser-outbox.ts");
	await leave(lead, browserOutbox());
}
