import { IDBFactory } from "fake-indexeddb";
import type { Change, OutboxDeps } from "#src/outbox/deps.ts";
import type { Outbox } from "#src/requests/entry.ts";
import { createOutbox } from "#tests/support/outbox/product-outbox.ts";
import { fakeClock, seededRandom } from "./outbox-clock.ts";
import { fakeLocks } from "./outbox-locks.ts";
import { fakeServer } from "./outbox-server.ts";

type Server = ReturnType<typeof fakeServer>;
type Lacking = { locks?: boolean; channel?: boolean; seed?: number };
/** `server`: one that another device sends to as well. */
type Options = Lacking & { batches?: boolean; server?: Server };

/** One device: a clock, a database, and any number of tabs and workers on it, with our server far away. */
export function fakeDevice({ batches = false, server, ...lacking }: Options = {}) {
	const clock = fakeClock();
	return deviceWith(server ?? fakeServer(clock.now, batches ? "today" : "before-batches"), lacking, clock);
}

/** The same with another server. */
export function deviceWith<S extends Pick<Server, "fetch">>(
	server: S,
	{ locks = true, channel = true, seed = 1 }: Lacking = {},
	clock = fakeClock(),
) {
	const indexedDB = new IDBFactory();
	const lockManager = fakeLocks();
	const random = seededRandom(seed);
	const ears = new Map<object, (change: Change) => void>();

	/** A tab or a worker. `kill` ends it in the middle of whatever it does. `create`: the code that it runs, if not today's. */
	function context<O = Outbox>(changes: Partial<OutboxDeps> = {}, create = createOutbox as (deps: OutboxDeps) => O) {
		const self = {};
		const death = new AbortController();
		const isAlive = () => !death.signal.aborted;
		const never = new Promise<never>(() => {});
		const deps: OutboxDeps = {
			indexedDB,
			locks: locks ? lockManager.of(self) : undefined,
			channel: channel
				? {
						post(change) {
							for (const [owner, hear] of ears) if (owner !== self) hear(change);
						},
						listen: (listener) => ears.set(self, listener),
					}
				: undefined,
			line: () => "unknown",
			now: clock.now,
			random,
			randomBytes: (into) => into.map(() => Math.floor(random() * 256)),
			after: (ms, callback) => clock.after(ms, () => isAlive() && callback()),
			async fetch(url, init) {
				if (!isAlive()) return never;
				const signal = AbortSignal.any([death.signal, ...(init.signal ? [init.signal] : [])]);
				return server.fetch(url, { ...init, signal }).then(
					(response) => (isAlive() ? response : never),
					(error) => (isAlive() ? Promise.reject(error) : never),
				);
			},
			...changes,
		};
		return {
			outbox: create(deps),
			kill() {
				death.abort();
				lockManager.kill(self);
				ears.delete(self);
			},
		};
	}

	return { clock, indexedDB, server, context };
}

/** A request that looks like a real one. */
export const scanOf = (target: string) =>
	({ kind: "combined-scan", body: { target, email: "ada@example.com" }, owner: "anonymous" }) as const;
