import type { Page } from "@playwright/test";
import { hashOf } from "../../support/server/tus.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { expect, type Product, test, whenInstalled } from "../kit.ts";
import { asFile, memberOf, pictureOf } from "./evidence-kit.ts";

test.use({ device: "installed" });

const TITLE = "Vault door stood open";
const NOTE = "The guard was asleep";
const picture = pictureOf(300, 200);

/** Everything that pages of ours stored in this browser, as one text in which each byte is a character. */
const stored = (page: Page): Promise<string> =>
	page.evaluate(async () => {
		const textOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
		const written = async (value: unknown): Promise<string> => {
			if (value instanceof ArrayBuffer) return textOf(new Uint8Array(value));
			if (ArrayBuffer.isView(value)) return textOf(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
			if (value instanceof Blob) return textOf(new Uint8Array(await value.arrayBuffer()));
			if (typeof value !== "object" || value === null) return `${value}\n`;
			const parts = Object.entries(value).map(async ([name, one]) => `${name}: ${await written(one)}`);
			return (await Promise.all(parts)).join("\n");
		};
		const done = <T>(request: IDBRequest<T>) =>
			new Promise<T>((resolve, reject) => {
				request.onsuccess = () => resolve(request.result);
				request.onerror = () => reject(request.error);
			});
		let all = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
		for (const { name = "" } of await indexedDB.databases()) {
			const database = await done(indexedDB.open(name));
			for (const store of database.objectStoreNames) {
				const records = database.transaction(store).objectStore(store);
				all += await written([await done(records.getAllKeys()), await done(records.getAll())]);
			}
			database.close();
		}
		return all;
	});

/** What nobody who copies the storage may find. Not the client's name: it is also in answers kept for reading. */
const SECRETS = {
	title: TITLE,
	note: NOTE,
	"name of the file": "vault.png",
	"hash of the file": hashOf(picture),
	"bytes of the file": picture.subarray(picture.length - 200, picture.length - 120).toString("latin1"),
};

const secretsIn = (text: string) =>
	Object.entries(SECRETS).flatMap(([name, secret]) => (text.includes(secret) ? name : []));

async function setSealed(page: Page, { url }: Product): Promise<void> {
	await page.goto(`${url}/dashboard/settings/device`);
	const choice = page.getByLabel("Seal what waits on this device");
	await choice.check();
	await page.reload();
	await expect(choice).toBeChecked();
}

/** Captures a piece offline, and ends the tab. */
async function captureOffline(page: Page, { url }: Product): Promise<Page> {
	const context = page.context();
	await page.goto(`${url}/dashboard/evidence/new`);
	await whenInstalled(page);
	await context.setOffline(true);
	await page.reload();
	await page.getByLabel("Choose files").setInputFiles(asFile("vault.png", "image/png", picture));
	await page.getByLabel("Keep the original").check();
	await page.getByLabel("Title").fill(TITLE);
	await page.getByLabel("Note").fill(NOTE);
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByRole("heading", { name: "Saved on this device" })).toBeVisible();
	const next = await context.newPage();
	await page.close({ runBeforeUnload: false });
	return next;
}

async function expectArrived(page: Page, product: Product, member: ReturnType<typeof memberOf>): Promise<void> {
	await page.context().setOffline(false);
	const list = async () => (await (await member.call("listEvidence")).json()).evidence;
	await expect.poll(async () => (await list()).length, { timeout: 60_000 }).toBe(1);
	const [piece] = await list();
	expect(piece).toMatchObject({ title: TITLE, note: NOTE, files: [{ name: "vault.png", sha256: hashOf(picture) }] });
	const answer = await member.call("readEvidenceFile", {
		params: { evidenceId: piece.id, sha256: piece.files[0].sha256 },
	});
	expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
	await page.goto(`${product.url}/dashboard/evidence`);
	await expect(page.getByRole("link", { name: TITLE })).toBeVisible();
}

test("without sealing, the same search finds everything that waits", async ({ page, product }) => {
	const member = memberOf(product, await signIn(page, product));
	const next = await captureOffline(page, product);
	await next.goto(`${product.url}/dashboard/outbox`);
	expect(secretsIn(await stored(next))).toEqual(Object.keys(SECRETS));
	await expectArrived(next, product, member);
});

test("what is sealed cannot be read on the device, survives its tab, and arrives byte for byte", async ({
	page,
	product,
}) => {
	const member = memberOf(product, await signIn(page, product));
	await setSealed(page, product);
	const next = await captureOffline(page, product);
	await next.goto(`${product.url}/dashboard/outbox`);
	const row = next.getByRole("article", { name: "A sealed request" });
	await expect(row).toContainText("1 file, ");
	expect(secretsIn(await stored(next))).toEqual([]);
	expect(await stored(next)).toContain("age-encryption.org");
	await row.getByRole("button", { name: /^Actions:/ }).click();
	await expect(next.getByRole("menuitem", { name: "Discard" })).toBeVisible();
	await expect(next.getByRole("menuitem", { name: "Edit" })).toHaveCount(0);
	await next.keyboard.press("Escape");
	await expect(next.getByText("Sealed requests are encrypted, and only the server can open them.")).toBeVisible();
	await expectAxeClean(next, "outbox with a sealed request");
	await next.goto(`${product.url}/dashboard/evidence`);
	await expect(next.getByText("1 sealed request waits on this device")).toBeVisible();
	await expectArrived(next, product, member);
});

test("under an open lock it is shown as what it is, with its picture, and still not stored in clear", async ({
	page,
	product,
}) => {
	const member = memberOf(product, await signIn(page, product));
	await setSealed(page, product);
	await page.getByRole("button", { name: "Set a PIN" }).click();
	await page.getByLabel("PIN or passphrase").fill("four words of mine");
	await page.getByLabel("The same again").fill("four words of mine");
	await page.getByRole("button", { name: "Lock with this PIN" }).click();
	await expect(page.getByText("This device is locked when no one has used it")).toBeVisible();
	const unlock = async (on: Page) => {
		await on.getByLabel(/PIN|passphrase/i).fill("four words of mine");
		await on.keyboard.press("Enter");
	};
	const context = page.context();
	await page.goto(`${product.url}/dashboard/evidence/new`);
	await unlock(page);
	await whenInstalled(page);
	await context.setOffline(true);
	await page.getByLabel("Choose files").setInputFiles(asFile("vault.png", "image/png", picture));
	await page.getByLabel("Keep the original").check();
	await page.getByLabel("Title").fill(TITLE);
	await page.getByLabel("Note").fill(NOTE);
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByRole("heading", { name: "Saved on this device" })).toBeVisible();

	await page.goto(`${product.url}/dashboard/evidence`);
	await expect(page.getByRole("heading", { name: "Locked" })).toBeVisible();
	expect(secretsIn(await stored(page))).toEqual([]);
	await unlock(page);
	const waiting = page.getByRole("list", { name: "Evidence waiting on this device" });
	await expect(waiting).toContainText(TITLE);
	await expect.poll(() => waiting.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160);
	expect(secretsIn(await stored(page))).toEqual([]);
	await expectArrived(page, product, member);
});
