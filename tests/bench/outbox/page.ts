import { watchEntries, watchTally } from "#src/lib/outbox/watch-entries.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import { showBadge } from "#src/outbox/platform/badge.ts";
import { coalesced, resting } from "#src/outbox/platform/coalesced.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { plainOutbox } from "#src/requests/plain.ts";

const outbox = plainOutbox();
let waiting = 0;

/** What a page of the product does with the outbox: shows counts on the icon and in the navigation, and a list. */
function watch(): void {
	const host = { setAppBadge: async () => {}, clearAppBadge: async () => {} };
	const badge = coalesced(() => showBadge(outbox, host), resting(500));
	outbox.subscribe(badge);
	badge();
	watchTally(() => {});
	watchEntries(outbox, (reading) => {
		waiting = reading.ok ? reading.entries.filter(isWaiting).length : 0;
		document.title = `${waiting} waiting`;
	});
}
// For comparison, a page that only sends.
if (location.hash !== "#bare") watch();

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

Object.assign(window, {
	waiting: () => waiting,
	async enqueue(count: number, from: number): Promise<void> {
		const requests = Array.from({ length: count }, (_, number) => ({
			kind: "combined-scan" as const,
			body: { target: `${from + number}.example`, email: "ada@example.com" },
			owner: "anonymous" as const,
		}));
		await outbox.enqueueAll(requests);
		await sleep(HEAD_START_MS);
	},
	/** Total milliseconds. */
	async drain(): Promise<number> {
		const started = performance.now();
		await outbox.replay();
		return performance.now() - started;
	},
});
