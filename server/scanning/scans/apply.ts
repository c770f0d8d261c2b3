import type { AccountId, ScanId } from "#contract/ids.ts";
import type { ScanEvent, Transition } from "./scan.ts";
import type { ScanStore } from "./store/scan-store.ts";

/** Moves one scan in its own transaction. `by`: who asks for it, if not the product itself. `gone`: it was deleted in the meantime. */
export function apply(
	store: ScanStore,
	id: ScanId,
	event: ScanEvent,
	by?: AccountId,
): Promise<Transition | { ok: false; because: "gone" }> {
	return store.transaction(async (tx) => (await tx.apply(id, event)) ?? { ok: false, because: "gone" }, by);
}
