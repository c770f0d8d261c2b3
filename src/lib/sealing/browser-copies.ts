import { createStore } from "idb-keyval";
import { registerWipe } from "#src/lib/data/cache/cached-data.ts";
import { browserLock } from "#src/lib/lock/browser-lock.ts";
import { createCopies } from "./copies.ts";

/** This browser's copies of what it sealed. */
export const browserCopies = createCopies({
	store: createStore("plumbline-review", "copies"),
	lock: browserLock,
	now: () => Date.now(),
});

// A device without storage has nothing to delete.
registerWipe(() => browserCopies.clear().catch(() => undefined));
