import type { Outbox } from "./entry.ts";
import { sealKeys } from "./sealing/seal-keys.ts";
import { sealingOutbox } from "./sealing/sealing-outbox.ts";
import { plainOutbox } from "./plain.ts";

let outbox: Outbox | undefined;

/** The one outbox of this tab. What has to be sealed is sealed as it is saved. */
export function browserOutbox(): Outbox {
	outbox ??= sealingOutbox(plainOutbox(), {
		keys: sealKeys,
		load: async () => (await import("#src/lib/sealing/seal-here.ts")).sealHere,
	});
	return outbox;
}
