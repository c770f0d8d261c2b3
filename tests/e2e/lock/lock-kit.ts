import type { Page } from "@playwright/test";
import { expect } from "../kit.ts";

export const PIN = "135790";

export const lockSection = (page: Page) => page.getByRole("region", { name: "Lock", exact: true });
export const lockedHeading = (page: Page) => page.getByRole("heading", { name: "Locked", exact: true });

/** Sets a PIN on the settings page that is open. */
export async function setPin(page: Page, pin = PIN): Promise<void> {
	await lockSection(page).getByRole("button", { name: "Set a PIN" }).click();
	const dialog = page.getByRole("dialog", { name: "Set a PIN" });
	await dialog.getByLabel("PIN or passphrase").fill(pin);
	await dialog.getByLabel("The same again").fill(pin);
	await dialog.getByRole("button", { name: "Lock with this PIN" }).click();
	await expect(lockSection(page).getByText("Opens with")).toBeVisible();
}

export async function unlock(page: Page, pin = PIN): Promise<void> {
	await page.getByLabel("PIN or passphrase").fill(pin);
	await page.getByRole("button", { name: "Unlock", exact: true }).click();
}

/** Everything that this origin has in IndexedDB and in both storages, as text. */
export const onDisk = (page: Page): Promise<string> =>
	page.evaluate(async () => {
		const asked = <T>(request: IDBRequest<T>) =>
			new Promise<T>((resolve, reject) => {
				request.onsuccess = () => resolve(request.result);
				request.onerror = () => reject(request.error);
			});
		const text = (value: unknown): string =>
			JSON.stringify(value, (_, part) => {
				const bytes = part instanceof ArrayBuffer ? new Uint8Array(part) : part;
				return bytes instanceof Uint8Array ? new TextDecoder("latin1").decode(bytes) : part;
			});
		const found: string[] = [];
		for (const { name = "" } of await indexedDB.databases()) {
			const db = await asked(indexedDB.open(name));
			for (const store of db.objectStoreNames) {
				const records = db.transaction(store).objectStore(store);
				const [keys, values] = await Promise.all([asked(records.getAllKeys()), asked(records.getAll())]);
				found.push(name, store, text(keys), text(values));
			}
			db.close();
		}
		return [...found, text({ ...localStorage }), text({ ...sessionStorage })].join("\n");
	});
