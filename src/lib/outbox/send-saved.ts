import type { Entry } from "#src/requests/entry.ts";
import { browserOutbox } from "./browser-outbox.ts";

/** Starts sending the saved entry. If it does not get through now, or has to wait for another entry, the outbox sends it later. */
export function sendSaved(saved: readonly Entry[]): void {
	for (const { id, after } of saved) {
		if (after) continue;
		void browserOutbox()
			.sendNow(id)
			.catch(() => undefined);
	}
}
