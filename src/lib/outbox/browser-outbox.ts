import { sealKeys } from "#src/lib/sealing/seal-keys.ts";
import { sealingOutbox } from "#src/lib/sealing/sealing-outbox.ts";
import type { Outbox } from "#src/requests/entry.ts";
import { plainOutbox } from "#src/requests/plain.ts";

let outbox: Outbox | undefined;

/** The one outbox of this tab. Requests that must be sealed are sealed when they are saved. */
export function browserOutbox(): Outbox {
	outbox ??= sealingOutbox(plainOutbox(), {
		keys: sealKeys,
		load: async () => (await import("#src/lib/sealing/browser-sealer.ts")).browserSealer,
	});
	return outbox;
}
