import { createStore } from "idb-keyval";
import { registerWipe } from "#src/lib/data/cache/cached-data.ts";
import { lockHere } from "#src/lib/lock/lock-here.ts";
import { createCopies } from "./copies.ts";

/** Those of this browser. */
export const copiesHere = createCopies({
	store: createStore("plumbline-review", "copies"),
	lock: lockHere,
	now: () => Date.now(),
});

// A device without storage has nothing to delete.
registerWipe(() => copiesHere.clear().catch(() => undefined));
