import { createEntryIds } from "#src/outbox/entry-id.ts";

/** IDs for things created on this device, so that later words can refer to them while they wait (UUID v7). */
export const newId = createEntryIds({
	now: () => Date.now(),
	randomBytes: (into) => crypto.getRandomValues(into),
});
