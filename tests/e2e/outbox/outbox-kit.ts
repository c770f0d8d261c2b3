import type { CDPSession, Page } from "@playwright/test";
import type { EntryId } from "#contract/ids.ts";
import { createEntryIds } from "#src/outbox/entry-id.ts";
import type { Entry, NewEntry } from "#src/requests/entry.ts";
import { OUTBOX } from "#src/requests/name.ts";
import { createEntry } from "#tests/support/outbox/product-outbox.ts";
import { expect as hasty, type Product, whenHydrated, whenInstalled } from "../kit.ts";

/** Waits as long as a busy machine may take; the limit only stops hangs. */
export const expect = hasty.configure({ timeout: 60_000 });
/** The same for a whole test of the outbox, in milliseconds. */
export const PATIENCE_MS = 300_000;

type Sent = { key: string; account: string; body: unknown };

/** Requests that came over the line, alone or in a batch, whose body contains `mark`. */
export function sent({ line }: Product, mark: string): Sent[] {
	return (
		line.writes
			// A sign-in page requests a passkey challenge, with no body.
			.filter(({ body }) => body !== "")
			.flatMap(({ path, key = "", account = "", body }): Sent[] => {
				const parsed = JSON.parse(body);
				return path.endsWith("/outbox/") ? parsed.entries : [{ key, account, body: parsed }];
			})
			.filter(({ body }) => JSON.stringify(body).includes(mark))
	);
}

export async function openOutbox(page: Page, { url }: Product, path = "/outbox"): Promise<void> {
	await page.goto(url + path);
	await whenInstalled(page);
	await whenHydrated(page);
	await expect(page.getByRole("button", { name: "Add many" })).toBeVisible();
}

type Many = { email: string; kind?: string; notBefore?: string; notAfter?: string };

/** Saves a request for each line, through the outbox's own form. */
export async function addMany(page: Page, lines: string[], { email, kind, notBefore, notAfter }: Many): Promise<void> {
	await page.getByRole("button", { name: "Add many" }).click();
	if (kind) await page.getByLabel("Kind of scan").selectOption({ label: kind });
	await page.getByLabel("Reports go to").fill(email);
	if (notBefore) await page.getByLabel("Not before").fill(notBefore);
	if (notAfter) await page.getByLabel("Not after").fill(notAfter);
	await page.getByRole("textbox", { name: "Targets" }).fill(lines.join("\n"));
	await page.getByRole("button", { name: /^Save (one|\d+) request/ }).click();
	await expect(page.getByRole("heading", { name: "Add many targets" })).toHaveCount(0);
}

/** The card of the request with `mark` in its target. */
export const card = (page: Page, mark: string) => page.getByRole("article").filter({ hasText: mark });

/** Opens the menu of the request with `mark` in its target, and chooses. */
export async function act(page: Page, mark: string, item: string): Promise<void> {
	await card(page, mark)
		.getByRole("button", { name: /^Actions:/ })
		.click();
	await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** What was sent from this device. */
export const sentList = (page: Page) => page.getByRole("list", { name: "Sent requests" });

/** Stores requests without the product's help: thousands of them in no time. */
export async function storeEntries(page: Page, requests: readonly NewEntry[]): Promise<void> {
	const nextId = createEntryIds({ now: Date.now, randomBytes: (into) => crypto.getRandomValues(into) });
	const entries: Entry[] = requests.map((request) => createEntry(request, nextId() as EntryId, Date.now()));
	await page.evaluate(
		async ({ database, store, entries }) => {
			const db = await new Promise<IDBDatabase>((resolve, reject) => {
				const request = indexedDB.open(database);
				request.onsuccess = () => resolve(request.result);
				request.onerror = () => reject(request.error);
			});
			const transaction = db.transaction(store, "readwrite");
			for (const entry of entries) transaction.objectStore(store).put(entry, entry.id);
			await new Promise((resolve) => {
				transaction.oncomplete = resolve;
			});
			db.close();
		},
		{ database: OUTBOX, store: "entries", entries },
	);
}

/** Changes stored records directly in the database. */
export async function changeRecords(page: Page, mark: string, changes: Record<string, unknown>): Promise<void> {
	await page.evaluate(
		async ({ database, store, mark, changes }) => {
			const db = await new Promise<IDBDatabase>((resolve, reject) => {
				const request = indexedDB.open(database);
				request.onsuccess = () => resolve(request.result);
				request.onerror = () => reject(request.error);
			});
			const transaction = db.transaction(store, "readwrite");
			const cursors = transaction.objectStore(store).openCursor();
			cursors.onsuccess = () => {
				const cursor = cursors.result;
				if (!cursor) return;
				if (JSON.stringify(cursor.value).includes(mark)) cursor.update({ ...cursor.value, ...changes });
				cursor.continue();
			};
			await new Promise((resolve) => {
				transaction.oncomplete = resolve;
			});
			db.close();
		},
		{ database: OUTBOX, store: "entries", mark, changes },
	);
}

export async function stopWorkers(session: CDPSession): Promise<void> {
	await session.send("ServiceWorker.enable");
	await session.send("ServiceWorker.stopAllWorkers");
}
