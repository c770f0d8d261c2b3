import type { Page } from "@playwright/test";
import { hashOf } from "../../support/server/tus.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { expect, type Product, test, whenInstalled } from "../kit.ts";
import { lockedHeading, lockSection, onDisk, setPin, unlock } from "../lock/lock-kit.ts";
import { asFile, memberOf, pictureOf } from "./evidence-kit.ts";

test.use({ device: "installed" });

const TITLE = "Vault door stood open";
const NOTE = "The guard was asleep";
const picture = pictureOf(300, 200);

/** The way `onDisk` writes bytes. */
const asOnDisk = (bytes: Buffer) => JSON.stringify(new TextDecoder("latin1").decode(bytes)).slice(1, -1);

/** What nobody who copies the storage may find. Not the client's name: it is also in answers kept for reading. */
const SECRETS = {
	title: TITLE,
	note: NOTE,
	"name of the file": "vault.png",
	"hash of the file": hashOf(picture),
	"bytes of the file": asOnDisk(picture.subarray(picture.length - 200, picture.length - 120)),
};

const secretsIn = (text: string) =>
	Object.entries(SECRETS).flatMap(([name, secret]) => (text.includes(secret) ? name : []));

async function setSealed(page: Page, { url }: Product): Promise<void> {
	await page.goto(`${url}/dashboard/settings/data`);
	await expect.poll(() => onDisk(page)).toContain("age1");
	const choice = page.getByLabel("Seal what waits on this device");
	await choice.check();
	await expect(page.getByText("What you save from now on is sealed.")).toBeVisible();
	await page.reload();
	await expect(choice).toBeChecked();
}

/** Captures a piece offline, and closes the tab. */
async function captureOffline(page: Page, { url }: Product): Promise<Page> {
	const context = page.context();
	await page.goto(`${url}/dashboard/evidence/new`);
	await whenInstalled(page);
	// The key came with the list of workspaces.
	await expect.poll(() => onDisk(page)).toContain("age1");
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

async function expectArrived(page: Page, member: ReturnType<typeof memberOf>): Promise<void> {
	await page.context().setOffline(false);
	const list = async () => (await (await member.call("listEvidence")).json()).evidence;
	await expect.poll(async () => (await list()).length, { timeout: 60_000 }).toBe(1);
	const [piece] = await list();
	expect(piece).toMatchObject({ title: TITLE, note: NOTE, files: [{ name: "vault.png", sha256: hashOf(picture) }] });
	const answer = await member.call("readEvidenceFile", {
		params: { evidenceId: piece.id, sha256: piece.files[0].sha256 },
	});
	expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
}

test("without sealing, the same search finds everything that waits, until it is sealed beside a new lock", async ({
	page,
	product,
}) => {
	const member = memberOf(product, await signIn(page, product));
	const next = await captureOffline(page, product);
	await next.goto(`${product.url}/dashboard/outbox`);
	expect(secretsIn(await onDisk(next))).toEqual(Object.keys(SECRETS));
	await next.goto(`${product.url}/dashboard/settings/data`);
	await setPin(next);
	await lockSection(next).getByRole("button", { name: "Seal it now" }).click();
	await expect(lockSection(next).getByText("1 request sealed.")).toBeVisible();
	expect(secretsIn(await onDisk(next))).toEqual([]);
	await expectArrived(next, member);

	// A photo goes in without unlocking, and does not come out.
	await next.context().setOffline(true);
	await next.reload();
	await expect(lockedHeading(next)).toBeVisible();
	await next
		.getByLabel("Take a photo without unlocking")
		.setInputFiles(asFile("vault.png", "image/png", pictureOf(310, 200)));
	await expect(next.getByText("1 photo saved on this device, encrypted.")).toBeVisible();
	await expect(next.locator("img")).toHaveCount(0);
	await expectAxeClean(next, "the lock with a photo taken", { targets: true });
	expect(await onDisk(next)).toContain("age-encryption.org");
	expect(secretsIn(await onDisk(next))).toEqual([]);
	await next.context().setOffline(false);
	const notes = async () =>
		(await (await member.call("listEvidence")).json()).evidence.map(({ note }: { note: string }) => note);
	await expect.poll(notes, { timeout: 60_000 }).toEqual(["Taken while the device was locked.", NOTE]);
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
	// The photo and its thumbnail: nobody can tell which is which.
	await expect(row).toContainText("2 files, ");
	expect(secretsIn(await onDisk(next))).toEqual([]);
	expect(await onDisk(next)).toContain("age-encryption.org");
	await row.getByRole("button", { name: /^Actions:/ }).click();
	await expect(next.getByRole("menuitem", { name: "Discard" })).toBeVisible();
	await expect(next.getByRole("menuitem", { name: "Edit" })).toHaveCount(0);
	await next.keyboard.press("Escape");
	await expect(next.getByText("Sealed requests are encrypted, and only the server can open them.")).toBeVisible();
	await expectAxeClean(next, "outbox with a sealed request");
	await next.goto(`${product.url}/dashboard/evidence`);
	await expect(next.getByText("1 sealed request waits on this device")).toBeVisible();
	await expectArrived(next, member);
});

test("under an open lock it is shown as what it is, with its picture, and still not stored in clear", async ({
	page,
	product,
}) => {
	const member = memberOf(product, await signIn(page, product));
	await setSealed(page, product);
	await setPin(page);
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
	await expect(lockedHeading(page)).toBeVisible();
	expect(secretsIn(await onDisk(page))).toEqual([]);
	await unlock(page);
	const waiting = page.getByRole("list", { name: "Evidence waiting on this device" });
	await expect(waiting).toContainText(TITLE);
	await expect.poll(() => waiting.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
	expect(secretsIn(await onDisk(page))).toEqual([]);
	await expectArrived(page, member);
	await expect(page.getByRole("link", { name: TITLE })).toBeVisible();
	await expect(waiting).toHaveCount(0);
});
