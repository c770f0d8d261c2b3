import { onlineManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { type AccountId, accountId } from "#contract/ids.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { keepQueries, pagesOf } from "#src/lib/data/cache/kept-data.ts";
import { KEPT_LIMITS } from "#src/lib/data/cache/kept-data-limits.ts";
import { createKeptStore, type KeptStore } from "#src/lib/data/cache/kept-data-store.ts";
import { createKeptDatabase } from "#src/lib/data/cache/kept-database.ts";
import { clearForm } from "#src/lib/data/cache/kept-form.ts";

const ada = accountId.parse("7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f");
const grace = accountId.parse("0b5c6d7e-9c39-4f4e-8f7b-7c1f4e2a8f0a");

let indexedDB: IDBFactory;
let owner: AccountId | null;
const open = (factory: IDBFactory | undefined): KeptStore =>
	createKeptStore({
		database: createKeptDatabase({ indexedDB: factory, patience: 1_000 }),
		now: () => Date.now(),
		limits: KEPT_LIMITS,
		form: async () => clearForm(true),
	});

const overdue = vi.fn<(task: () => void) => void>();

/** A tab of the product: it has its own memory and shares the device's storage. */
function openTab(store: KeptStore = open(indexedDB)) {
	const { persister, watch, flush } = keepQueries({ store, owner: () => owner, later: () => {}, overdue });
	const client = new QueryClient({
		defaultOptions: {
			queries: { persister, networkMode: "offlineFirst", retry: false, gcTime: Number.POSITIVE_INFINITY },
		},
	});
	watch(client);
	return { client, flush, store };
}

beforeEach(async () => {
	overdue.mockClear();
	indexedDB = new IDBFactory();
	owner = ada;
	await open(indexedDB).admit(ada);
});
afterEach(() => onlineManager.setOnline(true));

const shape = z.object({ name: z.string() });
const scans = { queryKey: ["scans"], meta: { kept: shape } };
const offline = () => Promise.reject(new ApiFailure("", { status: null }));

/** Reads once as a screen does, and closes. */
async function readOnce(tab: ReturnType<typeof openTab>, queryFn: () => Promise<unknown>, options = {}) {
	await tab.client.fetchQuery({ ...scans, queryFn, ...options }).catch(() => undefined);
	await tab.flush();
}

test("what was read is there again in another tab without a network, with the time it was read at", async () => {
	const before = openTab();
	await readOnce(before, async () => ({ name: "Ada" }));
	const readAt = before.client.getQueryState(["scans"])?.dataUpdatedAt;

	const after = openTab();
	const write = vi.spyOn(after.store, "write");
	await readOnce(after, offline);
	expect(write).not.toHaveBeenCalled();
	expect(after.client.getQueryState(["scans"])).toMatchObject({
		data: { name: "Ada" },
		dataUpdatedAt: readAt,
		status: "error",
	});
});

test("what is kept is shown while the server is asked, and the server's answer takes its place", async () => {
	await readOnce(openTab(), async () => ({ name: "old" }));
	const { client } = openTab();
	let answer = (_: unknown) => {};
	const observer = new QueryObserver(client, {
		...scans,
		queryFn: () => new Promise<unknown>((resolve) => (answer = resolve)),
	});
	const stop = observer.subscribe(() => {});
	await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ name: "old" }));
	expect(observer.getCurrentResult().fetchStatus).toBe("fetching");
	// The server takes its time: from now on the screen shows how old it is.
	for (const [task] of overdue.mock.calls) task();
	expect(observer.getCurrentResult()).toMatchObject({ data: { name: "old" }, error: { status: null } });
	answer({ name: "new" });
	await vi.waitFor(() => expect(observer.getCurrentResult()).toMatchObject({ data: { name: "new" }, error: null }));
	for (const [task] of overdue.mock.calls) task();
	expect(observer.getCurrentResult().error).toBeNull();
	stop();
});

test("what never changes is read once, and then from the device", async () => {
	const fixed = { meta: { kept: shape, fixed: true as const } };
	const asked = vi.fn<() => Promise<unknown>>(async () => ({ name: "Ada" }));
	await readOnce(openTab(), asked, fixed);
	const { client } = openTab();
	expect(await client.fetchQuery({ ...scans, ...fixed, queryFn: asked })).toEqual({ name: "Ada" });
	expect(asked).toHaveBeenCalledTimes(1);
	owner = grace;
	await open(indexedDB).admit(grace);
	await openTab().client.fetchQuery({ ...scans, ...fixed, queryFn: asked });
	expect(asked).toHaveBeenCalledTimes(2);
});

test("without a network and with nothing kept, a query waits for the network", async () => {
	onlineManager.setOnline(false);
	const { client } = openTab();
	const observer = new QueryObserver(client, { ...scans, queryFn: offline, retry: 1, retryDelay: 0 });
	const stop = observer.subscribe(() => {});
	await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe("paused"));
	expect(observer.getCurrentResult().data).toBeUndefined();
	stop();
});

test("every query is kept unless it says otherwise", async () => {
	const tab = openTab();
	await tab.client.fetchQuery({ queryKey: ["plain"], queryFn: async () => 1 });
	await tab.client.fetchQuery({ queryKey: ["out"], queryFn: async () => 2, meta: { kept: false } });
	await tab.flush();
	expect(await tab.store.facts()).toMatchObject({ count: 1 });
	expect(await tab.store.read(ada, '["plain"]')).toMatchObject({ data: 1 });
});

test("what no longer has its shape is dropped and never shown", async () => {
	await readOnce(openTab(), async () => ({ renamed: "Ada" }));
	const tab = openTab();
	await readOnce(tab, offline);
	expect(tab.client.getQueryData(["scans"])).toBeUndefined();
	expect(await tab.store.facts()).toMatchObject({ count: 0 });
});

test("the pages of a list that were read come back together", async () => {
	const list = {
		queryKey: ["list"],
		meta: { kept: pagesOf(z.object({ next: z.nullable(z.string()) })) },
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }: { next: string | null }) => next,
	};
	const before = openTab();
	const queryFn = async ({ pageParam }: { pageParam: string | null }) => ({ next: pageParam === null ? "two" : null });
	await before.client.fetchInfiniteQuery({ ...list, queryFn, pages: 2 });
	await before.flush();
	const after = openTab();
	await after.client.fetchInfiniteQuery({ ...list, queryFn: offline }).catch(() => undefined);
	expect(after.client.getQueryData(["list"])).toEqual({
		pages: [{ next: "two" }, { next: null }],
		pageParams: [null, "two"],
	});
});

test("what events change in data that was read is kept too", async () => {
	const tab = openTab();
	await readOnce(tab, async () => ({ name: "before" }));
	tab.client.setQueryData(["scans"], { name: "after" });
	await tab.flush();
	expect(await tab.store.read(ada, '["scans"]')).toMatchObject({ data: { name: "after" } });
});

test("what the server says is gone is not kept any longer", async () => {
	const tab = openTab();
	await readOnce(tab, async () => ({ name: "Ada" }));
	await readOnce(tab, () => Promise.reject(new ApiFailure("No.", { status: 404 })), { staleTime: 0 });
	await vi.waitFor(async () => expect(await tab.store.facts()).toMatchObject({ count: 0 }));
});

test("behind a lock nothing is read or kept; the same account finds it again", async () => {
	await readOnce(openTab(), async () => ({ name: "Ada" }));
	owner = null;
	const locked = openTab();
	await readOnce(locked, offline);
	expect(locked.client.getQueryData(["scans"])).toBeUndefined();
	owner = ada;
	const again = openTab();
	await readOnce(again, offline);
	expect(again.client.getQueryData(["scans"])).toEqual({ name: "Ada" });
});

test("an answer that comes after the account has changed is not stored", async () => {
	const tab = openTab();
	await readOnce(tab, async () => {
		owner = grace;
		await tab.store.admit(grace);
		return { name: "of Ada" };
	});
	expect(await tab.store.facts()).toMatchObject({ count: 0 });
});

test("what waits to be written when another tab wipes is not brought back", async () => {
	const tab = openTab();
	await tab.client.fetchQuery({ ...scans, queryFn: async () => ({ name: "Ada" }) });
	await open(indexedDB).forget(null);
	await tab.flush();
	expect(await open(indexedDB).facts()).toMatchObject({ count: 0 });
});

test("what was read before the account was admitted is written once it is", async () => {
	const tab = openTab();
	await tab.store.forget(null);
	await readOnce(tab, async () => ({ name: "Ada" }));
	await tab.store.admit(ada);
	await tab.flush();
	expect(await tab.store.facts()).toMatchObject({ count: 1 });
});

test("reading goes on without storage", async () => {
	const tab = openTab(open(undefined));
	await readOnce(tab, async () => ({ name: "Ada" }));
	expect(tab.client.getQueryData(["scans"])).toEqual({ name: "Ada" });
});

test("a full disk makes room for the outbox: what is kept for reading goes", async () => {
	const store = open(indexedDB);
	const tab = openTab(store);
	await readOnce(tab, async () => ({ name: "Ada" }));
	const write = vi.spyOn(store, "write").mockRejectedValueOnce(new DOMException("Full.", "QuotaExceededError"));
	tab.client.setQueryData(["scans"], { name: "more" });
	await tab.flush();
	expect(write).toHaveBeenCalled();
	expect(await store.facts()).toMatchObject({ count: 0 });
	expect(tab.client.getQueryData(["scans"])).toEqual({ name: "more" });
});
