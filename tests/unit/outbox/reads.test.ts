import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { watchEntries } from "#src/lib/outbox/watch-entries.ts";
import { showBadge } from "#src/outbox/platform/badge.ts";
import { coalesced } from "#src/outbox/platform/coalesced.ts";
import { startTriggers } from "#src/outbox/platform/triggers.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { turns, until } from "#tests/support/outbox/outbox-clock.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";
import { countReads } from "#tests/support/outbox/outbox-reads.ts";

let counted: ReturnType<typeof countReads>;
beforeEach(() => {
	counted = countReads();
});
afterEach(() => counted.restore());

/** The worst case: every change is read as soon as it is heard of. */
const noRest = async () => {};

/** A page as the product opens one: it shows a count on the icon, shows a list, asks about unclaimed entries, and replays. */
function openPage(device: ReturnType<typeof fakeDevice>) {
	const { outbox } = device.context();
	const seen = { entries: 0, badge: 0 };
	const showCount = async (count: number) => {
		seen.badge = count;
	};
	const host = { setAppBadge: showCount, clearAppBadge: () => showCount(0) };
	outbox.subscribe(coalesced(() => showBadge(outbox, host), noRest));
	for (let watcher = 0; watcher < 3; watcher++)
		watchEntries(
			outbox,
			(reading) => {
				if (reading.ok) seen.entries = reading.entries.length;
			},
			noRest,
		);
	startTriggers(outbox, {
		on() {},
		now: device.clock.now,
		after: device.clock.after,
		registerSync() {},
		markBusy: () => () => {},
	});
	return { outbox, seen };
}

const many = (count: number, limits: { startAt?: number }) =>
	Array.from({ length: count }, (_, index) => ({ ...scanOf(`${index}.example`), ...limits }));

/** Three pages on a device with this many waiting entries. */
async function threePages(count: number, limits: { startAt?: number } = {}) {
	const device = fakeDevice({ batches: true });
	const pages = [openPage(device), openPage(device), openPage(device)] as const;
	await turns();
	const entries = await pages[0].outbox.enqueueAll(many(count, limits));
	await until(() => pages.every(({ seen }) => seen.entries === count && seen.badge === count));
	await turns();
	return { device, pages, entries };
}

describe("promise 8: a change costs the same however many entries there are", { timeout: 300_000 }, () => {
	test("of single entries, in three pages with a badge, lists, and a pass after each", async () => {
		const readsPerChange = async (count: number): Promise<number> => {
			const { device, pages, entries } = await threePages(count, { startAt: Date.UTC(2027, 0, 1) });
			const before = counted.reads();
			const changed = entries.slice(0, 20);
			for (const { id } of changed) {
				await pages[0].outbox.edit(id, { client: "Acme" });
				await turns();
				device.clock.advance(HEAD_START_MS + 1000);
				await turns();
			}
			return (counted.reads() - before) / changed.length;
		};
		const few = await readsPerChange(100);
		expect(few).toBeLessThan(60);
		expect(await readsPerChange(5000)).toBe(few);
	});

	test("of all of them at once", async () => {
		const readsPerEntry = async (count: number): Promise<number> => {
			const { pages, entries } = await threePages(count);
			const before = counted.reads();
			await pages[0].outbox.discardAll(entries.map(({ id }) => id));
			await until(() => pages.every(({ seen }) => seen.entries === 0 && seen.badge === 0));
			return (counted.reads() - before) / count;
		};
		expect(await readsPerEntry(5000)).toBeLessThan(1.1 * (await readsPerEntry(100)));
	});

	test("that go out in batches", async () => {
		const readsPerEntry = async (count: number): Promise<number> => {
			const { device, pages } = await threePages(count);
			const before = counted.reads();
			device.clock.jump(HEAD_START_MS);
			expect(await pages[0].outbox.replay()).toMatchObject({ sent: count });
			await until(() => pages.every(({ seen }) => seen.badge === 0));
			return (counted.reads() - before) / count;
		};
		expect(await readsPerEntry(5000)).toBeLessThan(1.1 * (await readsPerEntry(100)));
	});
});
