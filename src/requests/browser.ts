import { browserPlatform } from "#src/outbox/browser.ts";
import { createOutbox } from "#src/outbox/outbox.ts";
import { REQUESTS } from "./definition.ts";
import type { Outbox } from "./entry.ts";

let outbox: Outbox | undefined;

/** The one outbox of this tab or worker. */
export function browserOutbox(): Outbox {
	outbox ??= createOutbox({ ...REQUESTS, platform: browserPlatform(REQUESTS.name) });
	return outbox;
}
