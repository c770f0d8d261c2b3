import { afterLoad } from "./after-load.ts";

/**
 * Lets this page send what waits, from when it has loaded. It also brings in the outbox's code early: by the time a form
 * is submitted the network may be gone.
 */
export function startOutbox(): void {
	afterLoad(() => {
		import("./background.ts").then(
			({ startBackground }) => startBackground(),
			(error: unknown) => console.error("The outbox was not started.", error),
		);
	});
}
