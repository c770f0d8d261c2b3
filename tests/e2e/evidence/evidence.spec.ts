import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, expectAxeCleanInThemes } from "../axe-clean.ts";
import { complaintsOf } from "../complaints.ts";
import { findingsOf, scanPracticeTarget } from "../findings/findings-kit.ts";
import { whenKept } from "../kept-kit.ts";
import { expect, installedTest, test, whenHydrated, whenInstalled } from "../kit.ts";
import { addPiece, asFile, colorsOf, memberOf, pictureOf } from "./evidence-kit.ts";

const HOST = { type: "asset", id: "db.example" } as const;
const photo = (hue: number) => ({ bytes: pictureOf(80, 60, hue), name: `IMG_${hue}.png`, type: "image/png" });

test("the inbox shows what there is, by what it is about, and finds it by its words", async ({ page, product }) => {
	const member = memberOf(product, await signIn(page, product));
	const door = await addPiece(product, member, {
		title: "Door",
		files: [photo(1), photo(2)],
		about: [HOST],
		thumbnail: pictureOf(40, 30, 1),
	});
	await addPiece(product, member, { title: "Tapes", note: "Unlabeled", files: [photo(3)] });
	await addPiece(product, member, { title: "Only words", note: "No cameras." });
	const complaints = complaintsOf(page, ["error", "warning"]);
	await page.goto(`${product.url}/dashboard/evidence`);
	const rows = page.getByRole("list", { name: "Evidence", exact: true }).getByRole("article");
	await expect(rows).toHaveCount(3);
	await expect(rows.nth(2)).toContainText("2 files");
	await expect(rows.nth(2)).toContainText("Host: db.example");
	await expect
		.poll(() =>
			rows
				.nth(2)
				.locator("img")
				.evaluate((image: HTMLImageElement) => image.naturalWidth),
		)
		.toBe(40);
	// A picture without a thumbnail is not loaded for a list.
	await expect(rows.nth(1).locator("svg").first()).toBeVisible();
	await expect(rows.nth(1).locator("img")).toHaveCount(0);
	const { custody } = await (await member.call("readEvidence", { params: { evidenceId: door } })).json();
	expect(custody.map(({ what }: { what: string }) => what)).toEqual(["received", "linked"]);
	await expectAxeClean(page, "the inbox");

	await page.getByRole("tab", { name: "Not linked yet" }).click();
	await expect(rows).toHaveCount(2);
	await page.getByRole("tab", { name: /^Linked/ }).click();
	await expect(rows).toHaveCount(1);
	await page.getByRole("tab", { name: /^All/ }).click();
	await page.getByLabel("Search").fill("unlab");
	await expect(rows).toHaveCount(1);
	await expect(page).toHaveURL(/q=unlab/);
	await page.getByLabel("Search").fill("nowhere");
	await page.getByRole("button", { name: "Clear the filter" }).click();
	await expect(rows).toHaveCount(3);
	await rows.getByRole("link", { name: "Door" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Door" })).toBeVisible();
	expect(complaints).toEqual([]);
});

test("without an account, the screen says what it is for", async ({ page, product }) => {
	for (const path of ["/dashboard/evidence", "/dashboard/evidence/new"]) {
		await page.goto(product.url + path);
		await whenHydrated(page);
		await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toBeVisible();
		await expect(page.getByText(/sample data/)).toHaveCount(0);
		await expectAxeCleanInThemes(page, path);
	}
});

test("a piece of evidence shows its files, where it comes from and who had it, and can be corrected and deleted", async ({
	page,
	product,
}) => {
	const member = memberOf(product, await signIn(page, product));
	const text = { bytes: Buffer.from("<script>alert(1)</script>"), name: "keys.html", type: "text/html" };
	const id = await addPiece(product, member, {
		title: "Door",
		note: "Does not close.\nAsk Ngozi.",
		files: [photo(4), text],
		about: [HOST],
	});
	await page.goto(`${product.url}/dashboard/evidence/${id}`);
	const main = page.getByRole("main");
	const image = main.getByRole("img", { name: "IMG_4.png" });
	await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(80);
	await expect(main.getByText("Does not close.")).toBeVisible();
	await expect(main.getByText("Chrome on Android")).toBeVisible();
	await expect(main.getByText("Received from Ada Lovelace.")).toBeVisible();
	await expect(main.getByText("Ada Lovelace put it on the host db.example.")).toBeVisible();
	await expectAxeClean(page, "a piece of evidence");
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		main.getByRole("link", { name: "Download keys.html" }).click(),
	]);
	expect(download.suggestedFilename()).toBe("keys.html");

	await main.getByRole("button", { name: "Edit" }).click();
	const dialog = page.getByRole("dialog", { name: "Edit" });
	await expectAxeCleanInThemes(page, "editing evidence", { within: "dialog[open]" });
	await dialog.getByLabel("Title").fill("Door of the server room");
	// Another member is first.
	await member.call("changeEvidence", { params: { evidenceId: id }, body: { note: "Closes again.", version: 1 } });
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(dialog.getByRole("alert")).toContainText("Another member changed this evidence");
	await expect(dialog.getByRole("region", { name: "Meanwhile it says" })).toContainText("Closes again.");
	await expect(dialog.getByLabel("Title")).toHaveValue("Door of the server room");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(dialog).toHaveCount(0);
	await expect(page.getByRole("heading", { level: 1, name: "Door of the server room" })).toBeVisible();

	const open = await page.context().newPage();
	await open.goto(page.url());
	await expect(open.getByRole("link", { name: "Download keys.html" })).toBeVisible();
	await main.getByRole("button", { name: "Delete" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await expect(page).toHaveURL(`${product.url}/dashboard/evidence`);
	await expect(page.getByText("No evidence yet.")).toBeVisible();
	// If the page is still open, a missing file shows a sentence, not a page or a failed download.
	await open.getByRole("link", { name: "Download keys.html" }).click();
	await expect(open.getByRole("alert")).toContainText(/The file was not downloaded.+/s);
	await expect(open.getByRole("heading", { level: 1, name: "Door of the server room" })).toBeVisible();
	expect((await member.call("readEvidence", { params: { evidenceId: id } })).status).toBe(404);
});

installedTest("what was read of evidence is there without a connection", async ({ page, context, product }) => {
	const member = memberOf(product, await signIn(page, product));
	const small = pictureOf(40, 30);
	await addPiece(product, member, { title: "Door of the archive", note: "Oak.", files: [photo(1)], thumbnail: small });
	await addPiece(product, member, { title: "Tapes", note: "Unlabeled" });
	await page.goto(`${product.url}/dashboard/evidence`);
	await whenInstalled(page);
	await whenKept(page, "Door of the archive");
	await whenKept(page, small.toString("base64"));
	await context.setOffline(true);
	await page.reload();
	await expect(page.getByRole("article").locator("img")).toHaveAttribute("src", /^data:image\/png/);
	await expect(page.getByText(/^As of .* There is no connection\.$/)).toBeVisible();
	await page.getByLabel("Search").fill("oak");
	await expect(page.getByRole("article")).toHaveCount(1);
	await context.setOffline(false);
});

test("a vulnerability, a host and a scan show what was collected about them, and lead to more", async ({
	page,
	product,
}) => {
	const account = await signIn(page, product);
	await scanPracticeTarget(product, account);
	const member = memberOf(product, account);
	const [finding] = (await findingsOf(product, account)).findings;
	if (!finding) throw new Error("nothing was found");
	const { fingerprint, scanId } = finding;
	await addPiece(product, member, {
		title: "Door",
		about: [
			{ type: "finding", id: fingerprint },
			{ type: "scan", id: scanId },
			{ type: "asset", id: "localhost" },
		],
		note: "All three",
	});
	await page.goto(`${product.url}/dashboard/vulnerabilities/${fingerprint}`);
	const collected = page.getByRole("region", { name: "Collected evidence" });
	await expect(collected.getByRole("link", { name: "Door" })).toBeVisible();
	await expectAxeCleanInThemes(page, "evidence of a vulnerability");
	await page.goto(`${product.url}/dashboard/scans/${scanId}`);
	await expect(collected.getByRole("link", { name: "Door" })).toBeVisible();
	await page.goto(`${product.url}/dashboard/assets`);
	await page.getByText("Collected evidence about localhost").click();
	const card = page.getByRole("article", { name: "localhost" });
	await expect(card.getByRole("link", { name: "Door" })).toBeVisible();
	await card.getByRole("link", { name: "Add evidence" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Add evidence" })).toBeVisible();
	await expect(page.getByText("Host: localhost")).toBeVisible();
});

test("a photo is drawn anew, and what is covered is black in it, by mouse and by keys, until it is undone", async ({
	page,
	product,
}) => {
	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/evidence/new`);
	await page.getByLabel("Choose files").setInputFiles(asFile("Screenshot.png", "image/png", pictureOf(600, 400)));
	const files = page.getByRole("list", { name: "Files" });
	await expect(files).toContainText("without the camera’s data");
	await expectAxeClean(page, "adding evidence");
	const shown = files.locator("img");
	const corners = [
		[0.25, 0.25],
		[0.75, 0.25],
		[0.25, 0.75],
		[0.75, 0.75],
	] as const;
	expect((await colorsOf(shown, corners)).filter((color) => color === "black")).toEqual([]);

	await files.getByRole("button", { name: /^Cover parts/ }).click();
	await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
	await expectAxeCleanInThemes(page, "covering a photo");
	const area = page.locator("[data-cover-area]");
	const box = await area.boundingBox();
	if (!box) throw new Error("no picture");
	const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const;
	// The upper left quarter, by dragging.
	await page.mouse.move(...at(0.02, 0.02));
	await page.mouse.down();
	await page.mouse.move(...at(0.3, 0.3));
	await page.mouse.move(...at(0.48, 0.48));
	await page.mouse.up();
	// The lower right one, with two taps.
	await page.mouse.click(...at(0.52, 0.52));
	await expect(page.getByText("Now tap the opposite corner.")).toBeVisible();
	await page.mouse.click(...at(0.98, 0.98));
	await expect(page.getByText("2 covers")).toBeVisible();
	// A third by keys, then undone.
	await page.getByRole("button", { name: "Add a cover" }).click();
	const third = page.getByRole("button", { name: "Cover 3 of 3" });
	await expect(third).toBeFocused();
	const before = await third.boundingBox();
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("Shift+ArrowDown");
	const after = await third.boundingBox();
	expect(after?.x).toBeGreaterThan(before?.x ?? 0);
	expect(after?.height).toBeGreaterThan(before?.height ?? 0);
	await page.keyboard.press("Delete");
	await expect(page.getByText("2 covers")).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(page.getByText("3 covers")).toBeVisible();
	await page.keyboard.press("Control+z");
	await page.keyboard.press("Control+z");
	await page.keyboard.press("Control+z");
	await expect(page.getByText("2 covers")).toBeVisible();
	await page.getByRole("button", { name: "Done" }).click();
	await expect(files).toContainText("2 covers");
	await expect
		.poll(async () => (await colorsOf(shown, corners)).map((color) => color === "black"))
		.toEqual([true, false, false, true]);
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByRole("heading", { name: "Saved on this device" })).toBeVisible();
	await page.goto(`${product.url}/dashboard/evidence`);
	// The thumbnail in the list is covered, too.
	await expect
		.poll(async () => (await colorsOf(page.getByRole("article").locator("img"), corners)).map((one) => one === "black"))
		.toEqual([true, false, false, true]);
});

test("what cannot be added is named, and pasted pictures are taken", async ({ page, product }) => {
	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/evidence/new`);
	await page
		.getByLabel("Choose files")
		.setInputFiles([
			asFile("empty.txt", "text/plain", Buffer.alloc(0)),
			asFile("photo.heic", "image/heic", Buffer.from("this is no photo")),
		]);
	await expect(page.getByRole("alert")).toHaveText("“empty.txt” is empty, so it was not added.");
	const files = page.getByRole("list", { name: "Files" }).getByRole("listitem");
	await expect(files).toHaveCount(1);
	await expect(files.first()).toContainText("This browser cannot open it, so the original is kept");
	await page.evaluate(
		(bytes) => {
			const data = new DataTransfer();
			data.items.add(new File([new Uint8Array(bytes)], "image.png", { type: "image/png" }));
			document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
		},
		[...pictureOf(20, 20)],
	);
	await expect(files).toHaveCount(2);
	await expect(files.nth(1)).toContainText(/Pasted \d\d\.\d\d\.\d\d/);
});

test("leaving with something unsaved asks, by a link and by the way back", async ({ page, product }) => {
	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/evidence`);
	await page.getByRole("main").getByRole("link", { name: "Add evidence" }).click();
	await page.getByLabel("Note").fill("Rack 4");
	const question = page.getByRole("dialog", { name: "Leave without saving?" });
	await page.getByRole("link", { name: "Reports" }).first().click();
	await question.getByRole("button", { name: "Stay" }).click();
	await expect(page.getByLabel("Note")).toHaveValue("Rack 4");
	await page.evaluate(() => history.back());
	await expect(question).toBeVisible();
	await question.getByRole("button", { name: "Leave and lose it" }).click();
	await expect(page).toHaveURL(`${product.url}/dashboard/evidence`);
	await page.getByRole("main").getByRole("link", { name: "Add evidence" }).click();
	await expect(page.getByLabel("Note")).toHaveValue("");
	// With nothing in it, there is no question.
	await page.getByRole("link", { name: "Reports" }).first().click();
	await expect(page).toHaveURL(`${product.url}/dashboard/reports`);
});
