import { expect, type Page } from "@playwright/test";

/** Everything this device stores for reading: the keys of the answers, and keys and answers as one text. */
export const keptOn = (page: Page): Promise<{ keys: string[]; text: string }> =>
	page.evaluate(
		() =>
			new Promise((resolve, reject) => {
				const opening = indexedDB.open("plumbline-kept");
				const nothing = { keys: [], text: "" };
				// Does not create a database that the product has not created yet: an empty one, left open, would be in its way.
				opening.onupgradeneeded = () => opening.transaction?.abort();
				opening.onerror = () => (opening.error?.name === "AbortError" ? resolve(nothing) : reject(opening.error));
				opening.onsuccess = () => {
					const db = opening.result;
					if (!db.objectStoreNames.contains("answers")) {
						db.close();
						return resolve(nothing);
					}
					const answers = db.transaction("answers").objectStore("answers");
					const [keys, values] = [answers.getAllKeys(), answers.getAll()];
					values.onsuccess = () => {
						db.close();
						resolve({ keys: keys.result.map(String), text: JSON.stringify([keys.result, values.result]) });
					};
				};
			}),
	);

/** Resolves when something that the device stores for reading contains this. */
export const whenKept = (page: Page, text: string): Promise<void> =>
	expect.poll(async () => (await keptOn(page)).text.includes(text)).toBe(true);

/** The sizes of the stored answers, in characters, also of encrypted ones: those that contain this, or all. */
export async function keptSizes(page: Page, containing = ""): Promise<number[]> {
	const { keys, text } = await keptOn(page);
	const values: unknown[] = JSON.parse(text)[1];
	const index = values[keys.indexOf("index")] as { entries: Record<string, { size: number }> } | undefined;
	return Object.entries(index?.entries ?? {})
		.filter(([key]) => JSON.stringify(values[keys.indexOf(key)]).includes(containing))
		.map(([, { size }]) => size);
}

/** How many stored answers on this device have all of this in their key. */
export const keptOf = async (page: Page, ...parts: string[]): Promise<number> =>
	(await keptOn(page)).keys.filter((key) => parts.every((part) => key.includes(part))).length;
