import { IDBFactory } from "fake-indexeddb";
import { createStore } from "idb-keyval";
import { beforeEach, expect, test, vi } from "vitest";
import { SHARE_FIELDS } from "#contract/reports/share.ts";
import { createSharedFiles } from "#src/requests/shared-files.ts";
import { answerShare, isShare } from "../../../sw/share.ts";

let now = 0;
const DAY = 86_400_000;

beforeEach(() => {
	now = 0;
	vi.stubGlobal("indexedDB", new IDBFactory());
});

let ids = 0;
const shared = () => createSharedFiles(createStore("shared", "files"), { now: () => now, newId: () => `id-${++ids}` });

function share(files: readonly File[], texts: Record<string, string> = {}): Request {
	const body = new FormData();
	for (const [name, value] of Object.entries(texts)) body.append(name, value);
	for (const file of files) body.append(SHARE_FIELDS.files, file);
	return new Request("https://plumbline.example/share", { method: "POST", body });
}

const photo = (name: string, text: string) => new File([text], name, { type: "image/jpeg" });

test("shared files are kept, with their names, types and bytes, and the screen for them opens", async () => {
	const store = shared();
	const answer = await answerShare(
		share([photo("a.jpg", "one"), photo("b.jpg", "two")], { "share-text": "Door" }),
		store,
	);
	expect(answer.status).toBe(303);
	const to = new URL(answer.headers.get("Location") ?? "", "https://plumbline.example");
	expect(to.pathname).toBe("/dashboard/evidence/new");
	const kept = await store.read(to.searchParams.get("shared") ?? "");
	expect(kept).toMatchObject({ text: "Door", files: [{ name: "a.jpg", type: "image/jpeg" }, { name: "b.jpg" }] });
	expect(kept?.files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(["one", "two"]);
});

test("a page without files goes to the scans screen", async () => {
	const answer = await answerShare(
		share([], { "share-title": "A shop", "share-text": "https://shop.example" }),
		shared(),
	);
	expect(answer.headers.get("Location")).toBe(
		"/dashboard/scans?share-title=A+shop&share-text=https%3A%2F%2Fshop.example",
	);
});

test("an empty file is none", async () => {
	const answer = await answerShare(share([photo("a.jpg", "")], { "share-url": "https://a.example" }), shared());
	expect(answer.headers.get("Location")).toMatch(/^\/dashboard\/scans/);
});

test("files that a full device cannot keep are said to be lost", async () => {
	const full = { dropOld: async () => {}, keep: () => Promise.reject(new DOMException("full", "QuotaExceededError")) };
	const answer = await answerShare(share([photo("a.jpg", "one")]), full);
	expect(answer.headers.get("Location")).toBe("/dashboard/evidence/new?shared=lost");
});

test("what nobody came back for goes after a week, and what was saved goes at once", async () => {
	const store = shared();
	const old = await store.keep([photo("a.jpg", "one")], "");
	now = 6 * DAY;
	const newer = await store.keep([photo("b.jpg", "two")], "");
	await store.dropOld();
	expect(await store.read(old)).toBeDefined();
	now = 8 * DAY;
	await store.dropOld();
	expect(await store.read(old)).toBeUndefined();
	expect(await store.read(newer)).toBeDefined();
	await store.drop(newer);
	expect(await store.read(newer)).toBeUndefined();
});

test("only the share target's address is one", () => {
	const is = (path: string) => isShare({ url: new URL(path, "https://plumbline.example") });
	expect([is("/share"), is("/share?x=1"), is("/shared/abc"), is("/")]).toEqual([true, true, false, false]);
});
