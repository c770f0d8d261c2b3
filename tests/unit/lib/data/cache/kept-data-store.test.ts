import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test } from "vitest";
import { accountId } from "#contract/ids.ts";
import { createKeptStore, type KeptStore } from "#src/lib/data/cache/kept-data-store.ts";
import { createKeptDatabase, KEPT_DATABASE } from "#src/lib/data/cache/kept-database.ts";
import { clearForm } from "#src/lib/data/cache/kept-form.ts";

const DAY = 86_400_000;
const ada = accountId.parse("7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f");
const grace = accountId.parse("0b5c6d7e-9c39-4f4e-8f7b-7c1f4e2a8f0a");

let clock = 0;
let indexedDB: IDBFactory;
const limits = { count: 3, size: 1_000, one: 500, age: 30 * DAY };
/** What a tab has: tabs share only the database. */
const openTab = (factory: IDBFactory | undefined = indexedDB): KeptStore =>
	createKeptStore({
		database: createKeptDatabase({ indexedDB: factory, patience: 1_000 }),
		now: () => clock,
		limits,
		form: async () => clearForm(true),
	});

const answer = (name: string, at = clock) => ({ hash: `["${name}"]`, text: JSON.stringify({ name }), at });

beforeEach(() => {
	clock = Date.UTC(2026, 0, 31);
	indexedDB = new IDBFactory();
});

test("an answer of the admitted account is read back by another tab, with its age", async () => {
	const tab = openTab();
	await tab.admit(ada);
	expect(await tab.write(ada, [answer("scans", clock - 5)])).toBe(true);
	expect(await openTab().read(ada, '["scans"]')).toEqual({ data: { name: "scans" }, at: clock - 5 });
	expect(await openTab().read(ada, '["other"]')).toBeNull();
	expect(await openTab().facts()).toEqual({ count: 1, size: 16 });
});

test("nothing is stored before an account is admitted", async () => {
	expect(await openTab().write(ada, [answer("scans")])).toBe(false);
	expect(await openTab().facts()).toEqual({ count: 0, size: 0 });
});

test("a tab that writes after another has wiped brings nothing back", async () => {
	const [leaving, late] = [openTab(), openTab()];
	await leaving.admit(ada);
	await late.write(ada, [answer("scans")]);
	await leaving.forget(null);
	expect(await late.write(ada, [answer("scans"), answer("me")])).toBe(false);
	await leaving.admit(ada);
	expect(await openTab().read(ada, '["scans"]')).toBeNull();
});

test("writes and wipes of several tabs at once leave nothing of the account that left, in whatever order", async () => {
	const tabs = [openTab(), openTab(), openTab()] as const;
	await tabs[0].admit(ada);
	await Promise.all([
		...tabs.flatMap((tab) => [tab.write(ada, [answer("scans")]), tab.write(ada, [answer("me")])]),
		tabs[1].forget(null),
		...tabs.map((tab) => tab.write(ada, [answer("late")])),
	]);
	await tabs[2].write(ada, [answer("later")]);
	expect(await openTab().facts()).toEqual({ count: 0, size: 0 });
});

test("another account's sign-in forgets what was kept, and what is read late for the one before is not kept", async () => {
	const tab = openTab();
	await tab.admit(ada);
	await tab.write(ada, [answer("scans")]);
	await openTab().admit(grace);
	expect(await tab.write(ada, [answer("scans")])).toBe(false);
	expect(await tab.read(ada, '["scans"]')).toBeNull();
	expect(await tab.read(grace, '["scans"]')).toBeNull();
});

test("a tab that forgets late leaves alone what the account that is there by now has kept", async () => {
	const tab = openTab();
	await tab.admit(grace);
	await tab.write(grace, [answer("scans")]);
	await openTab().forget(grace);
	expect(await tab.read(grace, '["scans"]')).not.toBeNull();
});

test("the same account's next sign-in finds what it left behind a lock", async () => {
	const tab = openTab();
	await tab.admit(ada);
	await tab.write(ada, [answer("scans")]);
	await tab.admit(ada);
	expect(await tab.read(ada, '["scans"]')).not.toBeNull();
});

test("the oldest goes out when there are too many, what is too old is not read, one that is too large is not kept", async () => {
	const tab = openTab();
	await tab.admit(ada);
	await tab.write(ada, [answer("first", clock - 3), answer("second", clock - 2), answer("third", clock - 1)]);
	await tab.write(ada, [answer("fourth")]);
	expect(await tab.read(ada, '["first"]')).toBeNull();
	expect(await tab.facts()).toMatchObject({ count: 3 });
	await tab.write(ada, [{ hash: '["large"]', text: JSON.stringify("x".repeat(500)), at: clock }]);
	expect(await tab.read(ada, '["large"]')).toBeNull();
	clock += 31 * DAY;
	expect(await tab.read(ada, '["fourth"]')).toBeNull();
});

test("clearing keeps the device's account: what comes next is kept", async () => {
	const tab = openTab();
	await tab.admit(ada);
	await tab.write(ada, [answer("scans")]);
	await tab.clear();
	expect(await tab.facts()).toEqual({ count: 0, size: 0 });
	expect(await tab.write(ada, [answer("scans")])).toBe(true);
});

test("one answer can be forgotten alone", async () => {
	const tab = openTab();
	await tab.admit(ada);
	await tab.write(ada, [answer("scans"), answer("me")]);
	await tab.remove(ada, '["scans"]');
	expect(await tab.read(ada, '["scans"]')).toBeNull();
	expect(await tab.read(ada, '["me"]')).not.toBeNull();
});

test("an index that cannot be read, such as one of another version, counts as nothing kept", async () => {
	const tab = openTab();
	await tab.admit(ada);
	await tab.write(ada, [answer("scans")]);
	await new Promise<void>((resolve) => {
		indexedDB.open(KEPT_DATABASE.database).onsuccess = ({ target }) => {
			const records = (target as IDBOpenDBRequest).result
				.transaction(KEPT_DATABASE.store, "readwrite")
				.objectStore(KEPT_DATABASE.store);
			records.put({ version: 0, owner: ada, entries: { '["scans"]': { at: clock, size: 1 } } }, "index").onsuccess =
				() => resolve();
		};
	});
	expect(await tab.read(ada, '["scans"]')).toBeNull();
	await tab.admit(ada);
	expect(await tab.facts()).toEqual({ count: 0, size: 0 });
});

test("without storage everything is refused, and storage that never answers is not waited for", async () => {
	await expect(
		createKeptStore({
			database: createKeptDatabase({ indexedDB: undefined, patience: 1_000 }),
			now: () => clock,
			limits,
			form: async () => clearForm(true),
		}).admit(ada),
	).rejects.toThrow();
	const silent = { open: () => ({}) } as unknown as IDBFactory;
	const store = createKeptStore({
		database: createKeptDatabase({ indexedDB: silent, patience: 10 }),
		now: () => clock,
		limits,
		form: async () => clearForm(true),
	});
	await expect(store.read(ada, "x")).rejects.toThrow("does not respond");
});

test("what is pinned outlives limits, age, newer reads and a full disk, and goes when it is unpinned", async () => {
	const tab = openTab();
	await tab.admit(ada);
	expect(await tab.pin(ada, "acme", [answer("a"), answer("b")])).toBe(true);
	expect(await tab.pinned(ada, "acme")).toEqual({ at: clock, whole: false, count: 2, size: 24 });
	await tab.completePin(ada, "acme", new Set(['["a"]', '["b"]']));
	await tab.write(
		ada,
		["c", "d", "e", "f"].map((name) => answer(name)),
	);
	expect(await tab.read(ada, '["a"]')).not.toBeNull();
	// Reading it again on its screen keeps it pinned.
	await tab.write(ada, [answer("a")]);
	await tab.makeRoom(ada);
	expect(await tab.facts()).toMatchObject({ count: 2 });
	clock += 40 * DAY;
	expect(await openTab().read(ada, '["b"]')).not.toBeNull();
	expect(await openTab().pinned(ada, "acme")).toMatchObject({ whole: true, count: 2 });
	expect(await openTab().pinned(grace, "acme")).toBeNull();
	// Refreshed: what is no longer part of it is deleted.
	await tab.pin(ada, "acme", [answer("a")]);
	await tab.completePin(ada, "acme", new Set(['["a"]']));
	expect(await tab.pinned(ada, "acme")).toMatchObject({ at: clock, count: 1 });
	await tab.unpin(ada, "acme");
	expect(await tab.pinned(ada, "acme")).toBeNull();
	expect(await tab.facts()).toEqual({ count: 0, size: 0 });
});

test("what a lost workspace left goes by its key, pinned or not", async () => {
	const tab = openTab();
	await tab.admit(ada);
	await tab.write(ada, [answer("mine"), answer("theirs")]);
	await tab.pin(ada, "theirs", [answer("theirs, pinned")]);
	await tab.removeAll(ada, ([name]) => String(name).startsWith("theirs"));
	expect(await tab.read(ada, '["mine"]')).not.toBeNull();
	expect(await tab.read(ada, '["theirs"]')).toBeNull();
	expect(await tab.pinned(ada, "theirs")).toBeNull();
});
