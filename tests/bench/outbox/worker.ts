import { Queue } from "workbox-background-sync";
import { KINDS } from "#contract/kinds/kinds.ts";
import { API_BASE } from "#contract/routes.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { plainOutbox } from "#src/requests/plain.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const bodyOf = (number: number) => ({ target: `${number}.example`, email: "ada@example.com" });

/** What one library does: store the entry with that number, and send what is stored until nothing is left. */
type Side = { enqueue(number: number): Promise<unknown>; settle?(): Promise<void>; drain(): Promise<void> };

function ours(): Side {
	const outbox = plainOutbox();
	return {
		enqueue: (number) => outbox.enqueue({ kind: "combined-scan", body: bodyOf(number), owner: "anonymous" }),
		// Only the tab that enqueued an entry may send it sooner, and we do not measure that.
		settle: () => sleep(HEAD_START_MS),
		async drain() {
			for (;;) {
				const { left, nextAt } = await outbox.replay();
				if (left === 0 || nextAt === null) return;
				await sleep(Math.max(nextAt - Date.now(), 10));
			}
		},
	};
}

function workbox(): Side {
	// Without a sync registration for each entry, which would make it slower.
	const queue = new Queue("bench", { forceSyncFallback: true, onSync: async () => {} });
	return {
		enqueue: (number) =>
			queue.pushRequest({
				request: new Request(API_BASE + KINDS.combined.path, {
					method: "POST",
					body: JSON.stringify(bodyOf(number)),
					// It creates no keys itself; with these it is compared at its best.
					headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
				}),
			}),
		async drain() {
			while ((await queue.size()) > 0) await queue.replayRequests().catch(() => sleep(100));
		},
	};
}

const sides: Record<string, Side> = { outbox: ours(), workbox: workbox() };

/** Milliseconds for each entry. */
async function enqueueAll({ enqueue, settle }: Side, count: number, from: number): Promise<number[]> {
	const took: number[] = [];
	for (let number = from; number < from + count; number++) {
		const started = performance.now();
		await enqueue(number);
		took.push(performance.now() - started);
	}
	await settle?.();
	return took;
}

/** Milliseconds in total. */
async function drain(side: Side): Promise<number> {
	const started = performance.now();
	await side.drain();
	return performance.now() - started;
}

self.addEventListener("message", (event) => {
	const [name = "", what] = String(event.data.name).split(" ");
	const side = sides[name];
	const work: Promise<unknown> = !side
		? Promise.reject(new Error(`There is no call ${name}.`))
		: what === "enqueue"
			? enqueueAll(side, Number(event.data.count), Number(event.data.from))
			: drain(side);
	const [port] = event.ports;
	event.waitUntil(
		work.then(
			(result) => port?.postMessage({ result }),
			(error) => port?.postMessage({ error: String(error) }),
		),
	);
});
