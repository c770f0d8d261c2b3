import type { Entry } from "#src/requests/entry.ts";
import { browserOutbox } from "./browser-outbox.ts";

/** Begins to send what was saved. What does not get through now, or comes after something else, is sent by the outbox itself later. */
export function sendSaved(saved: readonly Entry[]): void {
	for (const { id, after } of saved) {
		if (after) continue;
		void browserOutbox()
			.sendNow(id)
			.catch(() => undefined);
	}
}
