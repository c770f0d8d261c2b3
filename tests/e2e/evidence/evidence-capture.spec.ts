import type { Page } from "@playwright/test";
import { SHARE_FIELDS, SHARE_PATH } from "#contract/reports/share.ts";
import config from "../../playwright.config.ts";
import { hashOf } from "../../support/server/tus.ts";
import { signIn } from "../accounts-kit.ts";
import { expect, installedTest, type Product, test, whenInstalled } from "../kit.ts";
import { shareTo } from "../share-to.ts";
import { addPiece, asFile, memberOf, photoWithPlace, pictureOf, takeNoFiles, widePhoto } from "./evidence-kit.ts";

const { launchOptions } = config.use ?? {};
test.use({
	launchOptions: {
		...launchOptions,
		args: [...(launchOptions?.args ?? []), "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
	},
	geolocation: { latitude: 6.45407, longitude: 3.39467, accuracy: 11 },
});

type Member = ReturnType<typeof memberOf>;

/** The server's evidence, newest first, once there are this many pieces. */
async function received(member: Member, count: number) {
	const list = async () => (await (await member.call("listEvidence")).json()).evidence;
	await expect.poll(async () => (await list()).length).toBe(count);
	return list();
}

async function bytesOf(member: Member, evidenceId: string, sha256: string): Promise<Buffer> {
	const answer = await member.call("readEvidenceFile", { params: { evidenceId, sha256 } });
	expect(answer.status).toBe(200);
	return Buffer.from(await answer.arrayBuffer());
}

async function open(page: Page, { url }: Product, query = ""): Promise<void> {
	await page.goto(`${url}/dashboard/evidence/new${query}`);
	await expect(page.getByLabel("Choose files")).toBeAttached();
}

/** How many files this browser keeps for evidence that is not saved. */
function keptFiles(): Promise<number> {
	return new Promise((resolve, reject) => {
		const opening = indexedDB.open("plumbline-captures");
		opening.onerror = () => reject(opening.error);
		opening.onsuccess = () => {
			const count = opening.result.transaction("files").objectStore("files").count();
			count.onsuccess = () => {
				opening.result.close();
				resolve(count.result);
			};
		};
	});
}

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const saved = (page: Page) => page.getByRole("heading", { name: "Saved on this device" });

test("what was taken and not saved yet is there after a reload, and gone once it is removed", async ({
	page,
	product,
}) => {
	const member = memberOf(product, await signIn(page, product));
	await open(page, product);
	const photo = await photoWithPlace(page);
	await page
		.getByLabel("Choose files")
		.setInputFiles([asFile("front.jpg", "image/jpeg", photo), asFile("keys.txt", "text/plain", Buffer.from("keys"))]);
	await expect(page.getByText("without the camera’s data")).toBeVisible();
	await expect.poll(() => page.evaluate(keptFiles)).toBe(2);
	page.on("dialog", (dialog) => void dialog.accept());
	await page.reload();
	await expect(page.getByText("without the camera’s data")).toBeVisible();
	await expect(page.getByText("keys.txt")).toBeVisible();
	await page.getByRole("button", { name: "Remove keys.txt" }).click();
	await expect.poll(() => page.evaluate(keptFiles)).toBe(1);
	await save(page).click();
	await expect(saved(page)).toBeVisible();
	const [piece] = await received(member, 1);
	expect(piece.files).toMatchObject([{ name: "front.jpg" }]);
	await expect.poll(() => page.evaluate(keptFiles)).toBe(0);
});

test("a photo gets smaller and loses what the camera wrote, another file arrives byte for byte", async ({
	page,
	product,
	context,
}) => {
	await context.grantPermissions(["geolocation"]);
	const member = memberOf(product, await signIn(page, product));
	await open(page, product, "?about=asset:db.example");
	const text = Buffer.from("who has keys\n".repeat(100));
	const photo = await photoWithPlace(page);
	expect(photo.includes("Exif")).toBe(true);
	await page
		.getByLabel("Choose files")
		.setInputFiles([asFile("IMG_1.jpg", "image/jpeg", photo), asFile("keys.txt", "text/plain", text)]);
	await page.getByLabel("Note").fill("Rack 4");
	await page.getByLabel("Link").fill("wiki.example/keys");
	await page.getByRole("button", { name: "Add where this is" }).click();
	await expect(page.getByText("6.45407, 3.39467, within 11 m")).toBeVisible();
	// A second tap does nothing.
	await save(page).dblclick();
	// The second tap may come later and take the focus away.
	await expect(saved(page)).toBeVisible();

	const [piece] = await received(member, 1);
	const source = { type: "link", url: "https://wiki.example/keys" };
	expect(piece).toMatchObject({ note: "Rack 4", source, about: [{ type: "asset", id: "db.example" }] });
	expect(piece.title).toMatch(/^2 files, /);
	const [small, same] = piece.files;
	expect(same).toMatchObject({ name: "keys.txt", size: text.length, sha256: hashOf(text) });
	expect((await bytesOf(member, piece.id, same.sha256)).equals(text)).toBe(true);
	expect(small).toMatchObject({ name: "IMG_1.jpg", type: "image/jpeg" });
	expect((await bytesOf(member, piece.id, small.sha256)).includes("Exif")).toBe(false);
	const thumbnail = await bytesOf(member, piece.id, small.thumbnail);
	expect(thumbnail.length).toBeLessThan(20_000);
	expect(thumbnail.includes("Exif")).toBe(false);
	expect(same).not.toHaveProperty("thumbnail");
	const detail = await (await member.call("readEvidence", { params: { evidenceId: piece.id } })).json();
	expect(detail.place).toEqual({ latitude: 6.45407, longitude: 3.39467, accuracy: 11 });
	expect(detail.device).toMatch(/^Chrome on /);
	// The photo was rotated as the camera recorded, and made smaller.
	await page.goto(`${product.url}/dashboard/evidence/${piece.id}`);
	const size = () =>
		page
			.getByRole("img", { name: "IMG_1.jpg" })
			.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
	await expect.poll(size).toEqual([1280, 2560]);
	await page.goto(`${product.url}/dashboard/evidence`);
	const row = page.getByRole("article").locator("img");
	await expect
		.poll(() => row.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
		.toEqual([160, 320]);
});

test("the original stays as it is if one asks for that", async ({ page, product }) => {
	const member = memberOf(product, await signIn(page, product));
	await open(page, product);
	const photo = await photoWithPlace(page);
	await page.getByLabel("Choose files").setInputFiles(asFile("IMG_2.jpg", "image/jpeg", photo));
	await page.getByLabel("Keep the original").check();
	await expect(page.getByRole("list", { name: "Files" })).toContainText("the original with the camera’s data");
	await save(page).click();
	await expect(saved(page)).toBeFocused();
	const [piece] = await received(member, 1);
	expect(piece.files).toMatchObject([{ sha256: hashOf(photo), size: photo.length }]);
});

test("a voice note is recorded, sent and played back", async ({ page, product }) => {
	const member = memberOf(product, await signIn(page, product));
	await open(page, product);
	await page.getByRole("button", { name: "Record a voice note" }).click();
	await expect(page.getByRole("timer")).toHaveText("Recording 0:02");
	await page.getByRole("button", { name: "Stop and keep" }).click();
	await expect(page.getByRole("list", { name: "Files" })).toContainText(/Voice note .*\.(webm|m4a|ogg)/);
	await save(page).click();
	await expect(saved(page)).toBeVisible();
	const [piece] = await received(member, 1);
	expect(piece.files[0].type).toMatch(/^audio\//);
	await page.goto(`${product.url}/dashboard/evidence/${piece.id}`);
	const ready = () => page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.readyState);
	await expect.poll(ready).toBeGreaterThan(0);
});

installedTest(
	"what is captured without a connection waits with its picture, and arrives as it is",
	async ({ page, context, product }) => {
		const member = memberOf(product, await signIn(page, product));
		await open(page, product);
		await whenInstalled(page);
		await context.setOffline(true);
		await page.reload();
		await page.getByLabel("Choose files").setInputFiles(asFile("plan.png", "image/png", pictureOf(300, 200)));
		await page.getByLabel("Title").fill("Plan of the basement");
		await save(page).click();
		await expect(page.getByText("It goes out when you are back online.")).toBeVisible();
		await page.getByRole("main").getByRole("link", { name: "Evidence" }).click();
		const waiting = page.getByRole("list", { name: "Evidence waiting on this device" });
		await expect(waiting).toContainText("Waiting to be sent");
		await expect.poll(() => waiting.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
		await page.reload();
		await expect(waiting).toContainText("Plan of the basement");
		await context.setOffline(false);
		const [piece] = await received(member, 1);
		expect(hashOf(await bytesOf(member, piece.id, piece.files[0].sha256))).toBe(piece.files[0].sha256);
		expect(piece.files[0].thumbnail).not.toBe(piece.files[0].sha256);
		await expect(waiting).toHaveCount(0);
		await expect(page.getByRole("link", { name: "Plan of the basement" })).toBeVisible();
	},
);

installedTest(
	"what another app shares becomes evidence, without a connection too",
	async ({ page, context, product }) => {
		const member = memberOf(product, await signIn(page, product));
		await page.goto(`${product.url}/dashboard`);
		await whenInstalled(page);
		await context.setOffline(true);
		const text = "who has keys\n";
		await shareTo(page, SHARE_PATH, { [SHARE_FIELDS.text]: "From the front desk" }, [
			{ field: SHARE_FIELDS.files, name: "keys.txt", type: "text/plain", text },
		]);
		await expect(page.getByRole("list", { name: "Files" })).toContainText("keys.txt");
		// It is stored until it is saved: after the system closed the window, a new one finds it again.
		const again = await context.newPage();
		await again.goto(page.url());
		await expect(again.getByRole("list", { name: "Files" })).toContainText("keys.txt");
		await expect(again.getByLabel("Note")).toHaveValue("From the front desk");
		await save(again).click();
		await expect(saved(again)).toBeVisible();
		await context.setOffline(false);
		const [piece] = await received(member, 1);
		expect(piece).toMatchObject({
			note: "From the front desk",
			files: [{ name: "keys.txt", sha256: hashOf(Buffer.from(text)) }],
		});
		const later = await context.newPage();
		await later.goto(page.url());
		await expect(later.getByRole("alert")).toContainText("What you shared is not on this device any more.");
	},
);

test("what was shared and could not be kept is said to be lost", async ({ page, product }) => {
	await signIn(page, product);
	await open(page, product, "?shared=lost");
	await expect(page.getByRole("alert")).toContainText("What you shared was not kept");
});

test("with a full device the text is saved alone, and the photo stays to try again", async ({ page, product }) => {
	const member = memberOf(product, await signIn(page, product));
	await open(page, product);
	await page.getByLabel("Choose files").setInputFiles(asFile("wall.jpg", "image/jpeg", await widePhoto(page)));
	await page.getByLabel("Title").fill("Wall");
	await takeNoFiles(page);
	await save(page).click();
	await expect(page.getByRole("alert")).toContainText("The photo was not saved, the text was");
	const [text] = await received(member, 1);
	expect(text).toMatchObject({ title: "Wall", files: [], note: "Not saved, because the device was full: “wall.jpg”." });
	await expect(page.getByRole("list", { name: "Files" })).toContainText("wall.jpg");
	await page.evaluate(() => Object.assign(window, { roomy: true }));
	await save(page).click();
	await expect(saved(page)).toBeVisible();
	const [whole] = await received(member, 2);
	expect(whole.files).toHaveLength(1);
});

test("evidence is put on a host and taken off, also while the server cannot be reached", async ({ page, product }) => {
	const member = memberOf(product, await signIn(page, product));
	await member.call("claimTarget", { body: { host: "db.example" } });
	const id = await addPiece(product, member, { title: "Door", note: "Oak" });
	await page.goto(`${product.url}/dashboard/evidence/${id}`);
	const about = page.getByRole("region", { name: "What it is about" });
	await about.getByRole("button", { name: "Put on…" }).click();
	const dialog = page.getByRole("dialog", { name: "Put on…" });
	await dialog.getByLabel("What").selectOption({ label: "Host" });
	await dialog.getByRole("button", { name: "db.example" }).click();
	await expect(page.getByText("Ada Lovelace put it on the host db.example.")).toBeVisible();
	product.line.fault = "unreachable";
	await about.getByRole("button", { name: "Take off db.example" }).click();
	await expect(about).toContainText("Waiting to be taken off");
	product.line.fault = "none";
	await page.getByRole("link", { name: "All evidence" }).click();
	const linked = async () => (await (await member.call("listEvidence", { query: { linked: "yes" } })).json()).total;
	await expect.poll(linked).toBe(0);
});
