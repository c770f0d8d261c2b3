import { createEntryIds } from "#src/outbox/entry-id.ts";

/** Ids of what is made on this device, so that later words can name it while it waits (UUID v7). */
export const newId = createEntryIds({
	now: () => Date.now(),
	randomBytes: (into) => crypto.getRandomValues(into),
});
