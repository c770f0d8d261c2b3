import { readFile } from "node:fs/promises";
import { newAddress, test, whenHydrated } from "../kit.ts";
import { act, addMany, card, expect, openOutbox, PATIENCE_MS, sent, sentList, storeEntries } from "./outbox-kit.ts";

test.use({ device: "installed" });
test.describe.configure({ timeout: PATIENCE_MS });

const PASSPHRASE = "over the hills and far away";

test("promise 8: many targets at once, each line checked; labelled, filtered, discarded and taken back", async ({
	page,
	context,
	product,
}) => {
	const address = newAddress();
	await openOutbox(page, product);
	await context.setOffline(true);
	await page.getByRole("button", { name: "Add many" }).click();
	await page.getByLabel("Reports go to").fill(address);
	const text = page.getByRole("textbox", { name: "Targets" });
	await text.fill(
		[
			"kind,target,client,note",
			`combined,http://localhost:${product.practicePort}/?one,Acme,"Door, side"`,
			"two.example",
			"TWO.example",
			"no target at all",
			"sslyze,three.example",
		].join("\n"),
	);
	const wrong = page.getByRole("list", { name: "Lines that will be left out" });
	await expect(wrong.getByRole("listitem")).toHaveText([
		/Line 4: TWO.example The same as line 3/,
		/Line 5: .* without spaces/,
		/Line 6: three.example Please give the target as host:port/,
	]);
	await page.getByRole("button", { name: "Save 2 requests" }).click();
	await expect(page.getByRole("region", { name: "Acme" }).getByRole("article")).toContainText("Door, side");
	await page.getByRole("button", { name: "Add many" }).click();
	await page.getByLabel("Reports go to").fill(address);
	await page.getByRole("textbox", { name: "Targets" }).fill("two.example");
	await expect(wrong).toContainText("Already waiting in the outbox.");
	await page.getByRole("button", { name: "Close" }).click();

	await page.getByRole("button", { name: "Select all" }).click();
	await expect(page.getByText("2 selected")).toBeVisible();
	await page.getByRole("button", { name: "Set client" }).click();
	await page.getByLabel("Client", { exact: true }).fill("Umbrella");
	await page.getByRole("button", { name: "Set", exact: true }).click();
	await expect(page.getByRole("region", { name: "Umbrella" }).getByRole("article")).toHaveCount(2);
	await page.getByRole("button", { name: "Discard selected" }).click();
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	await page.getByRole("button", { name: "Undo all" }).click();
	await expect(page.getByRole("article")).toHaveCount(2);
	await act(page, "two.example", "Discard");
	await expect(page.getByRole("article")).toHaveCount(1);

	await act(page, "?one", "Edit");
	await card(page, "?one").getByLabel("Target").fill(`http://localhost:${product.practicePort}/?changed`);
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await context.setOffline(false);
	await expect(page.getByText("The request was sent.")).toBeVisible();
	expect(sent(product, address)).toMatchObject([{ body: { target: expect.stringContaining("?changed") } }]);
	const receipt = sentList(page).getByRole("listitem").filter({ hasText: "?changed" });
	await expect(receipt).toContainText("Combined scan");
	await expect(receipt).toContainText("Umbrella");
	await expect(receipt).toContainText(`Report to ${address}`);
	await expect(receipt).not.toContainText(/[0-9a-f]{8}-[0-9a-f]{4}/);
});

test("hand-over: what waits in one profile is sent from another, once; a wrong passphrase changes nothing", async ({
	page,
	context,
	browser,
	product,
}) => {
	const address = newAddress();
	await openOutbox(page, product);
	await context.setOffline(true);
	await addMany(page, [`http://localhost:${product.practicePort}/?carried`], { email: address });
	await page.getByRole("button", { name: "Hand over" }).click();
	await page.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
	await page.getByLabel("Repeat the passphrase").fill(PASSPHRASE);
	const downloading = page.waitForEvent("download");
	await page.getByRole("button", { name: "Export one request" }).click();
	const file = await (await downloading).path();
	expect(await readFile(file, "utf8")).not.toContain(address);
	await expect(card(page, "?carried")).toContainText("It is in a file for another device.");
	await context.setOffline(false);

	const elsewhere = await browser.newContext();
	const other = await elsewhere.newPage();
	await openOutbox(other, product);
	await other.getByRole("button", { name: "Hand over" }).click();
	await other.getByLabel("File", { exact: true }).setInputFiles(file);
	await other.getByLabel("Passphrase of the file").fill("something else entirely");
	await other.getByRole("button", { name: "Import" }).click();
	await expect(other.getByText("That is not the passphrase")).toBeVisible();
	await expect(other.getByRole("article")).toHaveCount(0);
	await other.getByLabel("Passphrase of the file").fill(PASSPHRASE);
	await other.getByRole("button", { name: "Import" }).click();
	await expect(other.getByText("One request imported.")).toBeVisible();
	await other.getByRole("button", { name: "Import" }).click();
	await expect(other.getByText("One request was here already.")).toBeVisible();
	await expect(other.getByText("Nothing is waiting.")).toBeVisible();
	await card(page, "?carried").getByRole("button", { name: "Send now" }).click();
	await expect(page.getByText("The request was sent.")).toBeVisible();
	expect(await product.scansFor(address)).toHaveLength(1);
	await elsewhere.close();
});

test("without locks, channel, sync, badge and persistence it still sends, and says what is missing", async ({
	page,
	product,
}) => {
	const address = newAddress();
	await page.addInitScript(() => {
		for (const [host, name] of [
			[Navigator.prototype, "locks"],
			[Navigator.prototype, "setAppBadge"],
			[Navigator.prototype, "storage"],
			[ServiceWorkerRegistration.prototype, "sync"],
			[globalThis, "BroadcastChannel"],
		] as const)
			Reflect.deleteProperty(host, name);
	});
	await openOutbox(page, product);
	await addMany(page, [`http://localhost:${product.practicePort}/?bare`], {
		email: address,
		// Otherwise it could be gone before the button is pressed.
		notBefore: "2099-01-01T08:00",
	});
	await expect(page.getByText("This browser sends only while a page of this product is open.")).toBeVisible();
	await expect(page.getByText("Tabs can hardly coordinate in this browser")).toBeVisible();
	await expect(page.getByText("This device does not show a count on the app’s icon.")).toBeVisible();
	await expect(page.getByText("does not say how long it keeps what is saved here")).toBeVisible();
	await page.getByRole("button", { name: "Send all now" }).click();
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	expect(await product.scansFor(address)).toHaveLength(1);
});

test("without IndexedDB the screen says so", async ({ page, product }) => {
	await page.addInitScript(() => Reflect.deleteProperty(globalThis, "indexedDB"));
	await page.goto(`${product.url}/outbox`);
	await whenHydrated(page);
	await expect(page.getByRole("alert")).toContainText("This browser allows no storage here");
});

test("the first entry asks for lasting storage, the icon counts, and 3,000 entries stay usable", async ({
	page,
	context,
	product,
}) => {
	await page.addInitScript(() => {
		const said: unknown[] = [];
		Object.assign(globalThis, { said });
		navigator.storage.persist = async () => said.push("persist") > 0;
		navigator.storage.persisted = async () => false;
		navigator.setAppBadge = async (count) => void said.push(count);
	});
	await openOutbox(page, product);
	await context.setOffline(true);
	const stored = Array.from({ length: 2500 }, (_, index) => ({
		kind: "nmap-scan" as const,
		body: { host: `${index}.example` },
		owner: "anonymous" as const,
	}));
	await storeEntries(page, stored);
	const lines = Array.from({ length: 500 }, (_, index) => `${index}.more.example`);
	await addMany(page, lines, { email: newAddress() });
	await expect.poll(() => page.evaluate("said.filter((one) => one === 'persist').length")).toBe(1);
	await page.reload();
	await expect(page.getByText("3,000 requests")).toBeVisible();
	await expect(page.getByRole("article")).toHaveCount(50);
	await expect.poll(() => page.evaluate("said.at(-1)")).toBe(3000);
	await page.getByRole("button", { name: "Show 50 more" }).click();
	await expect(page.getByRole("article")).toHaveCount(100);
	await page.getByRole("button", { name: "Select all" }).click();
	await page.getByRole("button", { name: "Discard selected" }).click();
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	expect(product.line.writes).toEqual([]);
});
