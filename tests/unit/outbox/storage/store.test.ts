import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import type { Entry } from "#src/outbox/entry.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import { OUTBOX } from "#src/requests/name.ts";
import { fillDisk, watchTransactions } from "#tests/support/outbox/outbox-database.ts";
import { scanOf } from "#tests/support/outbox/outbox-device.ts";
import { createEntry, createStore } from "#tests/support/outbox/product-outbox.ts";

const NOW = Date.UTC(2026, 0, 1);
const idOf = (number: number) => `019b7650-0000-7000-8000-${String(number).padStart(12, "0")}` as EntryId;
const entryOf = (number: number) => createEntry(scanOf(`${number}.example`), idOf(number), NOW);

let indexedDB: IDBFactory;
let watching: { restore(): void } | undefined;
beforeEach(() => {
	indexedDB = new IDBFactory();
});
afterEach(() => watching?.restore());

/** Direct access to the store's database. */
function openRaw(): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const request = indexedDB.open(OUTBOX);
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

async function putRaw(key: string, value: unknown): Promise<void> {
	const db = await openRaw();
	const transaction = db.transaction("entries", "readwrite");
	transaction.objectStore("entries").put(value, key);
	await new Promise<void>((resolve) => {
		transaction.oncomplete = () => resolve();
	});
	db.close();
}

async function getRaw(key: string): Promise<unknown> {
	const db = await openRaw();
	const request = db.transaction("entries").objectStore("entries").get(key);
	await new Promise<void>((resolve) => {
		request.onsuccess = () => resolve();
	});
	db.close();
	return request.result;
}

const isIdle = () => true;
const unreadable = { isMeant: ({ status }: { status: string }) => status === "unreadable", isIdle };

describe("records", () => {
	test("come back oldest first, whatever the order they were written in", async () => {
		const store = createStore(indexedDB);
		for (const number of [3, 1, 2]) await store.addAll([entryOf(number)]);
		expect((await store.list()).map(({ id }) => id)).toEqual([1, 2, 3].map(idOf));
	});

	test("three changes at once to one record all count", async () => {
		const store = createStore(indexedDB);
		await store.addAll([entryOf(1)]);
		const more = () => store.updateAll([idOf(1)], (entry) => ({ ...entry, attempts: entry.attempts + 1 }));
		await Promise.all([more(), more(), more()]);
		expect(await store.get(idOf(1))).toMatchObject({ attempts: 3 });
	});

	test("a change of several is one transaction: all of it is written, or none", async () => {
		const store = createStore(indexedDB);
		for (const number of [1, 2]) await store.addAll([entryOf(number)]);
		const ids = [2, 9, 1].map(idOf);
		const once = (entry: Entry) => ({ ...entry, attempts: 1 });
		expect((await store.updateAll(ids, once)).map(({ id }) => id)).toEqual([2, 1].map(idOf));
		watching = fillDisk();
		await expect(store.updateAll(ids, (entry) => ({ ...entry, attempts: 2 }))).rejects.toBeInstanceOf(StorageError);
		expect((await store.list()).map(({ attempts }) => attempts)).toEqual([1, 1]);
	});

	test("an update of a record that is gone brings nothing back", async () => {
		const store = createStore(indexedDB);
		expect(await store.updateAll([idOf(1)], (entry) => entry)).toEqual([]);
		expect(await getRaw(idOf(1))).toBeUndefined();
	});

	test("removal looks and removes in one step", async () => {
		const store = createStore(indexedDB);
		await store.addAll([entryOf(1)]);
		await store.remove([idOf(1)], { isMeant: ({ status }) => status === "rejected", isIdle });
		await store.remove([idOf(1)], { isMeant: () => true, isIdle: ({ attempts }) => attempts > 0 });
		expect(await store.get(idOf(1))).toBeDefined();
		await store.remove([idOf(1)], { isMeant: () => true, isIdle });
		expect(await store.get(idOf(1))).toBeUndefined();
	});
});

describe("durability", () => {
	test("is strict for what was confirmed to a person and relaxed for leases", async () => {
		const options: unknown[] = [];
		const store = createStore(indexedDB);
		await store.list();
		watching = watchTransactions({ after: (_, args) => options.push(args[2]) });
		await store.addAll([entryOf(1)]);
		await store.updateAll([idOf(1)], (entry) => entry);
		await store.remove([idOf(1)], { isMeant: () => true, isIdle });
		expect(options).toEqual([{ durability: "strict" }, { durability: "relaxed" }, { durability: "strict" }]);
	});
});

describe("promise 10: old and new code meet safely", () => {
	const newer = { ...entryOf(2), v: 5, shape: "unheard of" };
	const unknownKind = { ...entryOf(3), request: { kind: "pentest", body: {} } };

	const broken = (changes: object) => ({ ...entryOf(4), ...changes });
	const asking = (kind: string, body: unknown) => broken({ request: { kind, body } });

	test.each<[string, unknown, "newer" | "damaged"]>([
		["a newer version", { ...newer, id: idOf(4) }, "newer"],
		["a kind of a newer version", { ...unknownKind, id: idOf(4) }, "newer"],
		["a kind of every object", asking("constructor", {}), "newer"],
		["no record", "text", "damaged"],
		["a record of another key", entryOf(5), "damaged"],
		["a time in words", broken({ status: "queued", notBefore: "soon" }), "damaged"],
		["a time that is no number", broken({ createdAt: Number.NaN }), "damaged"],
		["a time beyond time", broken({ startAt: 8.64e15 + 1 }), "damaged"],
		["attempts below nothing", broken({ attempts: -1 }), "damaged"],
		["a target that is no text", asking("combined-scan", { target: {}, email: "a@b.c" }), "damaged"],
		["a body without its list", asking("verdicts", { state: "open", saidAt: "" }), "damaged"],
		["a body with another list", asking("report", { template: "", hosts: [{}], clients: [] }), "damaged"],
		["an option that is no text", asking("wapiti-scan", { target: "a", scope: 1 }), "damaged"],
		["a tick that is none", asking("consents", { registration: "", terms: "", updates: "yes" }), "damaged"],
		["a label that is none", broken({ client: {} }), "damaged"],
		["a workspace that is none", broken({ v: 3, workspace: "acme" }), "damaged"],
		["a client that is none", broken({ v: 3, clientId: 7 }), "damaged"],
		["a stranger’s request in a workspace", broken({ v: 3, workspace: idOf(9) }), "damaged"],
		["an owner that is none", broken({ owner: 7 }), "damaged"],
		["an error that is none", broken({ lastError: { at: 1, status: null, code: null, message: {} } }), "damaged"],
		["a refusal without an error", broken({ status: "rejected" }), "damaged"],
		["a reason of every object", broken({ status: "held", reason: "toString" }), "damaged"],
		["a receipt of another kind", broken({ status: "accepted", at: 1, receipt: { key: null, scanId: {} } }), "damaged"],
	])("%s is neither listed nor touched, but shown, and gone when a person says so", async (_, record, reason) => {
		const store = createStore(indexedDB);
		const id = idOf(4);
		await store.addAll([entryOf(1)]);
		await store.mark("pause", { since: NOW, until: NOW + 1 });
		await store.changeSender({ signedOut: false });
		await putRaw(id, record);
		expect((await store.list()).map((entry) => entry.id)).toEqual([idOf(1)]);
		expect(await store.get(id)).toBeUndefined();
		await store.updateAll([id], (entry) => ({ ...entry, attempts: 9 }));
		await store.replaceAll([id], (entry) => ({ ...entry, attempts: 9 }));
		await store.remove([id], { isMeant: ({ status }) => status !== "unreadable", isIdle });
		await store.addAbsent([entryOf(4)], (entry) => ({ ...entry, attempts: 9 }));
		expect(await getRaw(id)).toEqual(record);
		expect(await store.readAll()).toEqual([entryOf(1), expect.objectContaining({ status: "unreadable", id, reason })]);
		const all = [id, idOf(1), "pause" as EntryId, "sender" as EntryId];
		expect((await store.remove(all, unreadable)).removed).toMatchObject([{ id }]);
		expect(await store.readAll()).toEqual([entryOf(1)]);
		expect(await getRaw("pause")).toBeDefined();
		expect(await getRaw("sender")).toBeDefined();
	});

	test("what an older version took in under another kind of key is shown, and can go", async () => {
		const store = createStore(indexedDB);
		await store.list();
		await putRaw("mine", { ...entryOf(1), id: "mine" });
		expect(await store.readAll()).toMatchObject([{ status: "unreadable", id: "mine", reason: "damaged" }]);
		expect((await store.remove(["mine" as EntryId], unreadable)).removed).toMatchObject([{ id: "mine" }]);
	});
});

test("promise 10: a record of version 1 is read as it was meant, and written as this version when it changes", async () => {
	const store = createStore(indexedDB);
	await store.list();
	await putRaw(idOf(1), { ...entryOf(1), v: 1 });
	expect(await store.list()).toEqual([entryOf(1)]);
	expect(await getRaw(idOf(1))).toMatchObject({ v: 1 });
	await store.updateAll([idOf(1)], (entry) => ({ ...entry, attempts: 1 }));
	expect(await getRaw(idOf(1))).toEqual({ ...entryOf(1), v: 2, attempts: 1 });
});

describe("a browser that takes the database away", () => {
	test("an empty database from elsewhere gets the store", async () => {
		(await openRaw()).close();
		const store = createStore(indexedDB);
		await store.addAll([entryOf(1)]);
		expect(await store.list()).toHaveLength(1);
	});

	test("a connection that was closed is opened again, once and for all waiting calls", async () => {
		let connection: IDBDatabase | undefined;
		watching = watchTransactions({
			before(db) {
				connection = db;
			},
		});
		const store = createStore(indexedDB);
		await store.addAll([entryOf(1)]);
		const first = connection;
		first?.close();
		await store.addAll([entryOf(2)]);
		expect(connection).not.toBe(first);
		expect(await store.list()).toHaveLength(2);
	});

	test("another tab may upgrade: the old connection makes way", async () => {
		const store = createStore(indexedDB);
		await store.addAll([entryOf(1)]);
		const upgraded = await new Promise<IDBDatabase>((resolve, reject) => {
			const request = indexedDB.open(OUTBOX, 2);
			request.onblocked = () => reject(new Error("blocked"));
			request.onsuccess = () => resolve(request.result);
		});
		upgraded.close();
		expect(await store.list()).toHaveLength(1);
	});
});

describe("promise 9: full or missing storage is reported", () => {
	test("a full disk is a StorageError with reason full", async () => {
		const store = createStore(indexedDB);
		await store.list();
		watching = fillDisk();
		const adding = store.addAll([entryOf(1)]);
		await expect(adding).rejects.toBeInstanceOf(StorageError);
		await expect(adding).rejects.toMatchObject({
			reason: "full",
			message: "Not saved: this device’s storage is full.",
		});
		watching.restore();
		expect(await store.list()).toEqual([]);
	});

	test("no IndexedDB is a StorageError with reason unavailable", async () => {
		await expect(createStore(undefined).addAll([entryOf(1)])).rejects.toMatchObject({
			name: "StorageError",
			reason: "unavailable",
		});
	});

	test("an IndexedDB that throws when it is opened is one too, and may work the next time", async () => {
		const { open } = indexedDB;
		indexedDB.open = () => {
			indexedDB.open = open;
			throw new DOMException("denied", "SecurityError");
		};
		const store = createStore(indexedDB);
		await expect(store.list()).rejects.toMatchObject({ reason: "unavailable" });
		expect(await store.list()).toEqual([]);
	});
});

describe("the pause", () => {
	test("holds until it ends, and not when the clock was set back", async () => {
		const store = createStore(indexedDB);
		expect(await store.markedUntil("pause", NOW)).toBe(0);
		await store.mark("pause", { since: NOW, until: NOW + 1000 });
		expect(await store.markedUntil("pause", NOW + 999)).toBe(NOW + 1000);
		expect(await store.markedUntil("pause", NOW + 1000)).toBe(0);
		expect(await store.markedUntil("pause", NOW - 1)).toBe(0);
		expect(await store.list()).toEqual([]);
	});
});
