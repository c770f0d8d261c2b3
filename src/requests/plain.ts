import { createOutbox } from "#src/outbox/outbox.ts";
import { browserPlatform } from "#src/outbox/platform/browser.ts";
import { REQUESTS } from "./definition.ts";
import type { Outbox } from "./entry.ts";

let outbox: Outbox | undefined;

/** The worker's outbox, which creates no requests, and the layer under a tab's outbox. It stores what it is given as is. */
export function plainOutbox(): Outbox {
	outbox ??= createOutbox({ ...REQUESTS, platform: browserPlatform(REQUESTS.name) });
	return outbox;
}
