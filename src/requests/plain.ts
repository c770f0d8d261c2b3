import { createOutbox } from "#src/outbox/outbox.ts";
import { browserPlatform } from "#src/outbox/platform/browser.ts";
import { REQUESTS } from "./definition.ts";
import type { Outbox } from "./entry.ts";

let outbox: Outbox | undefined;

/** The outbox of a worker, which makes no requests, and what is below that of a tab. It stores what it is given as it is. */
export function plainOutbox(): Outbox {
	outbox ??= createOutbox({ ...REQUESTS, platform: browserPlatform(REQUESTS.name) });
	return outbox;
}
