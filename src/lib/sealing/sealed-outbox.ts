import type { Outbox } from "#src/requests/entry.ts";
import { plainOutbox } from "#src/requests/plain.ts";
import { sealKeys } from "./seal-keys.ts";
import { sealingOutbox } from "./sealing-outbox.ts";

/** The outbox for what is saved while this device is locked: sealed, whatever its workspace or this device's user wants. */
export const sealedOutbox = (): Pick<Outbox, "enqueue"> =>
	sealingOutbox(plainOutbox(), {
		keys: { of: async (workspace) => ({ ...(await sealKeys.of(workspace)), onDevice: true }) },
		load: async () => (await import("./browser-sealer.ts")).browserSealer,
	});
