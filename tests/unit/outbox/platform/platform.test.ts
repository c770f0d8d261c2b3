import { describe, expect, test } from "vitest";
import type { Change } from "#src/outbox/deps.ts";
import { showBadge } from "#src/outbox/platform/badge.ts";
import { readChange } from "#src/outbox/platform/browser.ts";
import { persistAtFirstEntry } from "#src/outbox/platform/persist.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { followAccount } from "#src/sw-bridge/outbox-account.ts";
import { turns } from "#tests/support/outbox/outbox-clock.ts";
import { fillDisk } from "#tests/support/outbox/outbox-database.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";

describe("promise 10: a change as tabs of different versions tell it", () => {
	test.each([
		[{ ids: ["a", "b"], what: "added" }, ["a", "b"]],
		[{ ids: [], what: "changed" }, []],
		[{ ids: null, what: "changed" }, null],
		[{ id: "a", what: "removed" }, ["a"]],
		[{ id: null, what: "changed" }, null],
	])("%j", (told, ids) => {
		expect(readChange(told as Change)).toEqual({ ids, what: told.what });
	});
});

/** An app's icon, and what it was told to show. */
function icon() {
	const said: unknown[] = [];
	const host = {
		setAppBadge: async (count: number) => void said.push(count),
		clearAppBadge: async () => void said.push("none"),
	};
	return { host, said };
}

describe("the badge", () => {
	test("counts what waits, goes with the last, and does no harm if it is missing or fails", async () => {
		const { outbox } = fakeDevice().context();
		const { host, said } = icon();
		const { id } = await outbox.enqueue(scanOf("a.example"));
		await showBadge(outbox, host);
		await outbox.sendNow(id);
		await showBadge(outbox, host);
		expect(said).toEqual([1, "none"]);
		await showBadge(outbox, {});
		await showBadge(outbox, { setAppBadge: () => Promise.reject(new Error("no")) });
		await showBadge(fakeDevice().context({ indexedDB: undefined }).outbox, host);
	});

	test("promise 8: counts what was refused, until it is discarded", async () => {
		const { context, server } = fakeDevice();
		const { outbox } = context();
		const { host, said } = icon();
		server.faults.push({ status: 400, body: { code: "invalid_target", message: "Not this one." } });
		const { id } = await outbox.enqueue(scanOf("a.example"));
		expect(await outbox.sendNow(id)).toMatchObject({ status: "rejected" });
		await showBadge(outbox, host);
		await outbox.discard(id);
		await showBadge(outbox, host);
		expect(said).toEqual([1, "none"]);
	});
});

describe("promise 9: lasting storage", () => {
	test.each([
		[false, 1],
		[true, 0],
	])("is asked for at the first entry and never again (granted before: %s)", async (before, times) => {
		const { outbox } = fakeDevice().context();
		let asked = 0;
		persistAtFirstEntry(outbox, { persisted: async () => before, persist: async () => ++asked > 0 });
		await turns();
		expect(asked).toBe(0);
		await outbox.enqueue(scanOf("a.example"));
		await outbox.enqueue(scanOf("b.example"));
		await turns();
		expect(asked).toBe(times);
	});

	test("a browser without it, or that fails, is no error", async () => {
		const { outbox } = fakeDevice().context();
		persistAtFirstEntry(outbox, undefined);
		persistAtFirstEntry(outbox, { persist: () => Promise.reject(new Error("no")) });
		await outbox.enqueue(scanOf("a.example"));
		await turns();
	});
});

describe("promise 9: a disk too full for a mark", () => {
	test("still sends what is stored, once, and forgets no back-off", async () => {
		const device = fakeDevice();
		const { outbox } = device.context();
		await outbox.enqueue(scanOf("a.example"));
		await outbox.enqueue(scanOf("b.example"));
		device.clock.advance(HEAD_START_MS);
		const disk = fillDisk();
		device.server.faults.push({ status: 500, headers: { "retry-after": "60" } });
		expect(await outbox.replay()).toMatchObject({ sent: 1, left: 1, nextAt: device.clock.now() + 60_000 });
		expect(await outbox.replay()).toMatchObject({ sent: 0, left: 1 });
		expect(device.server.requests).toHaveLength(2);
		device.clock.advance(60_000);
		expect(await outbox.replay()).toMatchObject({ sent: 1, left: 0 });
		disk.restore();
		expect(await device.context().outbox.replay()).toMatchObject({ left: 0 });
		expect(device.server.scans.size).toBe(2);
	});
});

describe("who is signed in", () => {
	test("is set at once and after every change, and a sign-in releases what waited for it", async () => {
		const told: unknown[] = [];
		let state: unknown = { status: "unknown" };
		let changed = () => {};
		const outbox = {
			setAccount: async (account: unknown) => void told.push(account),
			releaseHeld: async (owner: unknown, reason: unknown) => told.push(`${owner} ${reason}`),
		};
		await followAccount(outbox, {
			readAccount: () => state as never,
			subscribeAccount: (listener) => {
				changed = listener;
				return () => {};
			},
		});
		const become = async (next: unknown) => {
			state = next;
			changed();
			await turns(1);
		};
		await become({ status: "known", account: { accountId: "ada" }, locked: true });
		await become({ status: "known", account: { accountId: "ada" }, locked: false });
		await become({ status: "signed-out" });
		expect(told).toEqual([null, "ada", "ada", "ada sign-in", null]);
	});
});
