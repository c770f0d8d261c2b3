import { afterLoad } from "./after-load.ts";

/**
 * Starts sending after this page has loaded. This also loads the outbox's code early: by the time a form is submitted, the network may
 * be gone.
 */
export function startOutbox(): void {
	afterLoad(() => {
		import("./background.ts").then(
			({ startBackground }) => startBackground(),
			(error: unknown) => console.error("The outbox was not started.", error),
		);
	});
}
