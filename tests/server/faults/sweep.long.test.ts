import { expect, test } from "vitest";
import { scanId } from "#contract/ids.ts";
import { createSweep } from "#server/app/upkeep/sweep.ts";
import { createLogger } from "#server/platform/watch/logger.ts";
import type { ScanStore } from "#server/scanning/scans/store/scan-store.ts";

const ID = scanId.parse("00000000-0000-4000-8000-000000000001");

/** A store in which `looks` says what each look finds, and which records what is taken back. */
function start(looks: (boolean | Error)[]) {
	const taken: number[] = [];
	let look = 0;
	const store = {
		async silent() {
			const found = looks[look++];
			if (found instanceof Error) throw found;
			return found ? [ID] : [];
		},
		waiting: async () => [],
		async transaction() {
			taken.push(look);
			return { ok: false, because: "gone" };
		},
	} as unknown as ScanStore;
	const sweep = createSweep({
		store,
		queue: { hasWaiting: async () => false },
		silenceMs: 1,
		waitingMs: 1,
		log: createLogger("silent"),
	});
	return { sweep: () => sweep().catch(() => {}), taken };
}

test("a scan is taken back at the second look that finds it silent", async () => {
	const { sweep, taken } = start([true, true]);
	await sweep();
	expect(taken).toEqual([]);
	await sweep();
	expect(taken).toEqual([2]);
});

test("one that stored a heartbeat between two looks is not: the database was away, or its clock jumped", async () => {
	const { sweep, taken } = start([true, false, true]);
	for (let look = 0; look < 3; look++) await sweep();
	expect(taken).toEqual([]);
});

test("a look that failed counts for nothing: while it failed, no heartbeat could be stored", async () => {
	const { sweep, taken } = start([true, new Error("read-only"), true]);
	for (let look = 0; look < 3; look++) await sweep();
	expect(taken).toEqual([]);
});
