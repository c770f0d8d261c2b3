import { expect, test } from "vitest";
import type { ScanPage } from "#contract/scans/scans.ts";
import { CHECK_MS, LOOK_MS, type ScanWatchDeps, watchScans } from "#src/lib/scans/scan-watch.ts";
import { turns } from "#tests/support/outbox/outbox-clock.ts";

const NEWEST: ScanPage = { scans: [], next: null, total: 0 };

/** A server whose streams and pauses end when the test says so. */
function fakeServer() {
	const seen: string[] = [];
	const ends: (() => void)[] = [];
	const draws: number[] = [];
	const pauses: { ms: number; end: () => void }[] = [];
	let opens = true;
	let comeBackMs: number | undefined;
	let retry: (ms: number) => void = () => {};
	const world: ScanWatchDeps = {
		stream(on) {
			if (!opens) {
				if (comeBackMs !== undefined) on.retry(comeBackMs);
				return Promise.reject(new Error("No stream"));
			}
			on.open();
			on.event({ event: "scan", data: "{}" });
			retry = on.retry;
			return new Promise((resolve) => ends.push(resolve));
		},
		readNewest: async () => NEWEST,
		onEvent: ({ event }) => seen.push(event),
		onNewest: () => seen.push("newest"),
		random: () => draws.shift() ?? 0,
		wait: (ms) => new Promise((resolve) => pauses.push({ ms, end: resolve })),
	};
	return {
		world,
		seen,
		pauses,
		/** Refuses streams from now on; `afterMs`: and says when to come back. `drawn`: the next random number. */
		refuse: (afterMs?: number, drawn: readonly number[] = []) => {
			opens = false;
			comeBackMs = afterMs;
			draws.push(...drawn);
		},
		/** The server says when to come back. */
		comeBackAfter: (ms: number) => retry(ms),
		async endStream() {
			ends.pop()?.();
			await turns(5);
		},
		async endPause() {
			pauses.at(-1)?.end();
			await turns(5);
		},
	};
}

test("an opened stream brings events, and a look at what happened before it", async () => {
	const server = fakeServer();
	void watchScans(server.world, new AbortController().signal);
	await turns(5);
	expect(server.seen).toEqual(["scan", "newest"]);
});

test("it looks now and then although the stream is open, because an event may get lost", async () => {
	const server = fakeServer();
	void watchScans(server.world, new AbortController().signal);
	await turns(5);
	expect(server.pauses.map(({ ms }) => ms)).toEqual([CHECK_MS]);
	await server.endPause();
	expect(server.seen).toEqual(["scan", "newest", "newest"]);
	await server.endStream();
	expect(server.pauses.at(-1)?.ms).toBe(LOOK_MS);
});

test("without a stream it looks every five seconds, and comes back to the stream", async () => {
	const server = fakeServer();
	const stop = new AbortController();
	server.refuse();
	void watchScans(server.world, stop.signal);
	await turns(5);
	await server.endPause();
	expect(server.seen).toEqual(["newest", "newest"]);
	expect(server.pauses.map(({ ms }) => ms).filter((ms) => ms === LOOK_MS)).toHaveLength(2);
	stop.abort();
	await server.endPause();
	expect(server.seen).toHaveLength(2);
});

test("it comes back when the server said, such as one that hands over to another, but never later than a check", async () => {
	const server = fakeServer();
	void watchScans(server.world, new AbortController().signal);
	await turns(5);
	server.comeBackAfter(120);
	await server.endStream();
	expect(server.pauses.at(-1)?.ms).toBe(120);
	await server.endPause();
	server.comeBackAfter(86_400_000);
	await server.endStream();
	expect(server.pauses.at(-1)?.ms).toBe(CHECK_MS);
});

test("one of many that were refused at once comes back no sooner than the server said, and not together with the others", async () => {
	const server = fakeServer();
	server.refuse(8_000, [0.5, 0.25]);
	void watchScans(server.world, new AbortController().signal);
	await turns(5);
	expect(server.pauses.at(-1)?.ms).toBe(12_000);
	await server.endPause();
	expect(server.pauses.at(-1)?.ms).toBe(10_000);
});
