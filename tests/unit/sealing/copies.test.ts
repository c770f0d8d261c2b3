import { IDBFactory } from "fake-indexeddb";
import { createStore, entries, keys } from "idb-keyval";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AccountId, EntryId, WorkspaceId } from "#contract/ids.ts";
import { type Bytes, LockedError, type LockState } from "#src/lib/lock/lock-state.ts";
import { COPY_KEPT_MS, createCopies } from "#src/lib/sealing/copies.ts";
import type { Opened } from "#src/lib/sealing/seal-request.ts";
import { sealingOutbox } from "#src/lib/sealing/sealing-outbox.ts";
import { isSealed } from "#src/lib/sealing/shown.ts";
import { createShownOutbox } from "#src/lib/sealing/shown-outbox.ts";
import { fakeDevice } from "#tests/support/outbox/outbox-device.ts";
import { newKeys, testKeys, testSealer } from "#tests/support/sealing/seal-kit.ts";

const ID = "0190a000-0000-7000-8000-000000000001" as EntryId;
const LOCKED: LockState = { status: "locked", ways: ["pin"], digits: true, wrong: 0, waitUntil: null };
const OPEN: LockState = { status: "open", key: "one", ways: ["pin"], minutes: 5 };

const plain = { sha256: "a".repeat(64), size: 9, type: "image/png", name: "door.png" };
const opened: Opened = {
	request: { kind: "nmap-scan", body: { host: "secret.example" } },
	client: "Bank of Secrets",
	files: [{ ...plain, sealed: "b".repeat(64) }],
};
const picture = new TextEncoder().encode("a small picture").buffer;
const small = new Map([[plain.sha256, picture]]);

/** A lock that inverts every bit: enough to see that nothing is stored as it was. */
function fakeLock(initial: LockState) {
	let state = initial;
	const listeners = new Set<() => void>();
	const turned = async (bytes: Bytes) => {
		if (state.status !== "open") throw new LockedError();
		return bytes.map((byte) => byte ^ 255);
	};
	return {
		state: () => state,
		subscribe: (listener: () => void) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		encrypt: turned,
		decrypt: turned,
		turn(next: LockState) {
			state = next;
			for (const listener of listeners) listener();
		},
	};
}

let databases = 0;
function tab(lock: ReturnType<typeof fakeLock>, store = createStore(`review-${++databases}`, "copies")) {
	let now = 1_000_000;
	const copies = createCopies({ store, lock, now: () => now });
	return {
		copies,
		store,
		pass(ms: number) {
			now += ms;
		},
	};
}

beforeEach(() => {
	vi.stubGlobal("indexedDB", new IDBFactory());
});

describe("under an open lock", () => {
	test("another tab, and the next start, show what a sealed entry was, with its picture", async () => {
		const lock = fakeLock(OPEN);
		const { copies, store } = tab(lock);
		await copies.keep(ID, opened, small);
		const stored = JSON.stringify(await entries(store), (_, value) =>
			value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
		);
		for (const secret of ["secret.example", "Bank", "door.png", plain.sha256, "small picture"])
			expect(stored).not.toContain(secret);

		const next = tab(lock, store).copies;
		expect(next.file("b".repeat(64))).toBeUndefined();
		expect((await next.of([ID])).get(ID)).toEqual(opened);
		expect(next.file("b".repeat(64))).toMatchObject(plain);
		expect(new TextDecoder().decode(await next.picture(plain.sha256))).toBe("a small picture");
	});

	test("locked, nothing of it is in memory; opened, it is there again", async () => {
		const lock = fakeLock(OPEN);
		const { copies } = tab(lock);
		await copies.keep(ID, opened, small);
		let told = 0;
		copies.subscribe(() => told++);
		lock.turn(LOCKED);
		expect(told).toBe(1);
		expect(await copies.of([ID])).toEqual(new Map());
		expect(copies.file("b".repeat(64))).toBeUndefined();
		expect(await copies.picture(plain.sha256)).toBeUndefined();
		lock.turn(OPEN);
		expect((await copies.of([ID])).get(ID)).toEqual(opened);
	});
});

test("without a lock it is in this tab's memory only, and a lock that is set keeps it", async () => {
	const lock = fakeLock({ status: "off" });
	const { copies, store } = tab(lock);
	await copies.keep(ID, opened, small);
	expect((await copies.of([ID])).get(ID)).toEqual(opened);
	expect(await copies.picture(plain.sha256)).toBe(picture);
	expect(await keys(store)).toEqual([]);
	lock.turn(OPEN);
	await expect.poll(() => keys(store)).toEqual([ID, `${ID}/0`]);
});

test("what is saved while it is locked is not kept", async () => {
	const lock = fakeLock(LOCKED);
	const { copies, store } = tab(lock);
	await copies.keep(ID, opened, small);
	expect(await copies.of([ID])).toEqual(new Map());
	expect(await keys(store)).toEqual([]);
});

test("a copy under an earlier data key is not shown, and harms nothing", async () => {
	const lock = fakeLock(OPEN);
	const { copies, store } = tab(lock);
	await copies.keep(ID, opened, small);
	const other = { ...lock, decrypt: async () => Promise.reject(new DOMException("not ours", "OperationError")) };
	const next = createCopies({ store, lock: other, now: () => 0 });
	expect(await next.of([ID])).toEqual(new Map());
});

test("copies go ten minutes after their entry, and a discard can be undone until then", async () => {
	const { copies, store, pass } = tab(fakeLock(OPEN));
	await copies.keep(ID, opened, small);
	await copies.sweep(new Set([ID]));
	await copies.sweep(new Set());
	pass(COPY_KEPT_MS - 1);
	await copies.sweep(new Set([ID]));
	await copies.sweep(new Set());
	pass(COPY_KEPT_MS - 1);
	await copies.sweep(new Set());
	expect((await keys(store)).filter((key) => key !== "gone")).toHaveLength(2);
	pass(1);
	await copies.sweep(new Set());
	expect(await keys(store)).toEqual(["gone"]);
});

test("a sign-out deletes all of them", async () => {
	const { copies, store } = tab(fakeLock(OPEN));
	await copies.keep(ID, opened, small);
	await copies.clear();
	expect(await keys(store)).toEqual([]);
	expect(await copies.of([ID])).toEqual(new Map());
});

test("a screen shows sealed entries as what they were while it is open, and never changes what is stored", async () => {
	const owner = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as AccountId;
	const workspace = owner as string as WorkspaceId;
	const { sealer } = testSealer(() => 0);
	const lock = fakeLock(OPEN);
	const { copies } = tab(lock);
	const stored = fakeDevice({ batches: true }).context().outbox;
	const outbox = sealingOutbox(stored, {
		keys: testKeys({ [workspace]: { keys: await newKeys(), required: true } }),
		load: async () => ({ ...sealer, keep: (id, made) => copies.keep(id, made.opened, new Map()) }),
	});
	const shown = createShownOutbox({ outbox, copies });
	const heard: unknown[] = [];
	shown.subscribe(({ ids, what }) => heard.push([ids, what]));
	const request = { kind: "nmap-scan", body: { host: "secret.example" }, owner, client: "Bank" } as const;
	const { id } = await outbox.enqueue(request);

	const [seen] = (await shown.contents()).entries;
	expect(seen).toMatchObject({ id, request: { kind: "nmap-scan" }, client: "Bank" });
	expect(seen && isSealed(seen)).toBe(true);
	expect(heard).toEqual([
		[[id], "added"],
		[null, "changed"],
	]);
	lock.turn(LOCKED);
	const [locked] = (await shown.contents()).entries;
	expect(locked?.request.kind).toBe("sealed");
	expect(locked && isSealed(locked)).toBe(true);
	expect(await stored.list()).toEqual([locked]);
});
