import { plainOutbox } from "#src/requests/plain.ts";
import { sealKeys } from "./seal-keys.ts";
import { sealWaiting } from "./seal-waiting.ts";

/** Seals what waits on this device in clear. */
export const sealHere = (): ReturnType<typeof sealWaiting> =>
	sealWaiting({
		outbox: plainOutbox(),
		keys: sealKeys,
		load: async () => (await import("./browser-sealer.ts")).browserSealer,
	});
