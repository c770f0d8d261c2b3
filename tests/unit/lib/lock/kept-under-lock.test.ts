import { beforeEach, expect, test } from "vitest";
import { accountId } from "#contract/ids.ts";
import { KEPT_LIMITS } from "#src/lib/data/cache/kept-data-limits.ts";
import { createKeptStore, type KeptStore } from "#src/lib/data/cache/kept-data-store.ts";
import { createKeptDatabase, KEPT_DATABASE } from "#src/lib/data/cache/kept-database.ts";
import { keptFormOf } from "#src/lib/lock/browser-kept-form.ts";
import type { Lock } from "#src/lib/lock/create-lock.ts";
import { lockDevice } from "#tests/support/lock-device.ts";

const ada = accountId.parse("7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f");
const PIN = { way: "pin", pin: "135790" } as const;

let device: ReturnType<typeof lockDevice>;
let tab: Lock;
let kept: KeptStore;

const database = () => createKeptDatabase({ indexedDB: device.indexedDB, patience: 1_000 });

const keptOf = (lock: Lock): KeptStore =>
	createKeptStore({
		database: database(),
		now: () => device.now,
		limits: KEPT_LIMITS,
		form: () => keptFormOf(lock, ada),
	});

/** Everything in the database, as text: keys, strings and bytes. */
async function dump(): Promise<string> {
	const db = await new Promise<IDBDatabase>((resolve) => {
		device.indexedDB.open(KEPT_DATABASE.database).onsuccess = ({ target }) =>
			resolve((target as IDBOpenDBRequest).result);
	});
	const records = db.transaction(KEPT_DATABASE.store).objectStore(KEPT_DATABASE.store);
	const [keys, values] = await Promise.all(
		[records.getAllKeys(), records.getAll()].map(
			(request) =>
				new Promise<unknown[]>((resolve) => {
					request.onsuccess = () => resolve(request.result as unknown[]);
				}),
		),
	);
	db.close();
	return JSON.stringify([keys, values], (_, value) =>
		value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
	);
}

const answer = (host: string) => ({
	hash: JSON.stringify(["scan", host]),
	text: JSON.stringify({ title: `Report on ${host}` }),
	at: device.now,
});
const HOST = "vault.acme-bank.example";

beforeEach(async () => {
	device = lockDevice();
	tab = device.openTab();
	kept = keptOf(tab);
	await kept.admit(ada);
	await tab.learnPolicy({ owner: ada, required: false });
});

/** What `browser-lock.ts` does: the store follows the lock's data key. */
const follow = async () => database().keyed(device.keys.at(-1) ?? null);

async function lockWithPin(): Promise<void> {
	await tab.begin(ada, "", PIN);
	await follow();
}

test("under a lock neither hosts nor texts are on the disk, and both are read back", async () => {
	await kept.write(ada, [answer(HOST)]);
	expect(await dump()).toContain(HOST);
	await lockWithPin();
	expect(await dump()).not.toContain("acme-bank");
	expect(await kept.facts()).toEqual({ count: 0, size: 0 });
	expect(await kept.write(ada, [answer(HOST)])).toBe(true);
	expect(await kept.pin(ada, `client of ${HOST}`, [answer("pinned.acme-bank.example")])).toBe(true);
	const disk = await dump();
	for (const clear of ["acme-bank", "Report on", "scan"]) expect(disk).not.toContain(clear);
	expect(await kept.read(ada, answer(HOST).hash)).toEqual({ data: { title: `Report on ${HOST}` }, at: device.now });
	expect(await kept.pinned(ada, `client of ${HOST}`)).toMatchObject({ count: 1 });
	expect(await kept.facts()).toMatchObject({ count: 2 });
});

test("while it is locked nothing is read or written; opened again, it is all there", async () => {
	await lockWithPin();
	await kept.write(ada, [answer(HOST)]);
	tab.lock();
	expect(await kept.read(ada, answer(HOST).hash)).toBeNull();
	expect(await kept.write(ada, [answer("late.acme-bank.example")])).toBe(false);
	expect(await kept.pin(ada, "late", [answer("late.acme-bank.example")])).toBe(false);
	expect(await dump()).not.toContain("acme-bank");
	await tab.open(PIN);
	expect(await kept.read(ada, answer(HOST).hash)).not.toBeNull();
	expect(await kept.facts()).toMatchObject({ count: 1 });
});

test("a tab that has not heard of the lock writes nothing in clear", async () => {
	const stale = createKeptStore({
		database: database(),
		now: () => device.now,
		limits: KEPT_LIMITS,
		form: async () => (await import("#src/lib/data/cache/kept-form.ts")).clearForm(true),
	});
	await lockWithPin();
	expect(await stale.write(ada, [answer(HOST)])).toBe(false);
	await stale.admit(ada);
	expect(await stale.write(ada, [answer(HOST)])).toBe(false);
	expect(await dump()).not.toContain("acme-bank");
});

test("a lost workspace goes by its key, also under the lock; locked, everything goes", async () => {
	await lockWithPin();
	await kept.write(ada, [answer(HOST), answer("mine.example")]);
	await kept.removeAll(ada, ([, host]) => host === HOST);
	expect(await kept.read(ada, answer(HOST).hash)).toBeNull();
	expect(await kept.read(ada, answer("mine.example").hash)).not.toBeNull();
	await kept.remove(ada, answer("mine.example").hash);
	expect(await kept.facts()).toMatchObject({ count: 0 });
	await kept.write(ada, [answer(HOST)]);
	tab.lock();
	await kept.removeAll(ada, () => false);
	expect(await kept.facts()).toMatchObject({ count: 0 });
});

test("a removed lock leaves nothing that could be read, and what comes next is in clear again", async () => {
	await lockWithPin();
	await kept.write(ada, [answer(HOST)]);
	await tab.remove();
	await follow();
	expect(await kept.facts()).toEqual({ count: 0, size: 0 });
	expect(await kept.write(ada, [answer(HOST)])).toBe(true);
	expect(await dump()).toContain(HOST);
});

test("where a lock is required and missing nothing is kept; before that is known, nothing new is", async () => {
	await kept.write(ada, [answer(HOST)]);
	const grace = accountId.parse("0b5c6d7e-9c39-4f4e-8f7b-7c1f4e2a8f0a");
	await tab.learnPolicy({ owner: grace, required: false });
	// What this account's workspaces require is unknown now.
	expect(await kept.read(ada, answer(HOST).hash)).not.toBeNull();
	expect(await kept.write(ada, [answer("new.example")])).toBe(false);
	await tab.learnPolicy({ owner: ada, required: true });
	expect(device.missing).toBe(1);
	expect(await kept.read(ada, answer(HOST).hash)).toBeNull();
	expect(await kept.write(ada, [answer(HOST)])).toBe(false);
	await lockWithPin();
	expect(await kept.write(ada, [answer(HOST)])).toBe(true);
});
