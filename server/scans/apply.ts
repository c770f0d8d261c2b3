import type { ScanId } from "#contract/ids.ts";
import type { ScanStore } from "./ports.ts";
import type { ScanEvent, Transition } from "./scan.ts";

/** Moves one scan in a transaction of its own. `gone`: it was deleted meanwhile. */
export function apply(
	store: ScanStore,
	id: ScanId,
	event: ScanEvent,
): Promise<Transition | { ok: false; because: "gone" }> {
	return store.transaction(async (tx) => (await tx.apply(id, event)) ?? { ok: false, because: "gone" });
}
