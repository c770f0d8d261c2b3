import { askForScan, newAddress, test, whenHydrated } from "../kit.ts";
import { act, addMany, card, changeRecords, expect, openOutbox, PATIENCE_MS, sent, stopWorkers } from "./outbox-kit.ts";

test.use({ device: "installed" });
test.describe.configure({ timeout: PATIENCE_MS });

const limited = (scope: "entry" | "client") => ({
	status: 429,
	headers: { "retry-after": "600" },
	body: { code: "rate_limited", message: "Too many, the test says.", details: { scope, retryAfter: 600 } },
});

test.beforeEach(async ({ page, product }) => {
	await openOutbox(page, product);
});

test("promise 2: a connection cut after the server has committed makes one scan, under one key", {
	tag: "@many",
}, async ({ page, product }) => {
	const address = newAddress();
	product.line.fault = "lose-answer";
	await addMany(page, [`http://localhost:${product.practicePort}/?cut`], { email: address });
	await page.getByRole("button", { name: "Send all now" }).click();
	await expect.poll(() => sent(product, address).length).toBeGreaterThan(0);
	await expect(card(page, "?cut").getByText(/Tried/)).not.toHaveText(/Not tried/);
	product.line.fault = "none";
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	expect(new Set(sent(product, address).map(({ key }) => key)).size).toBe(1);
	expect(await product.scansFor(address)).toHaveLength(1);
});

test("a hotel's sign-in page is not a delivery, and the outbox says so", async ({ page, product }) => {
	const address = newAddress();
	product.line.fault = "captive-portal";
	await addMany(page, [`http://localhost:${product.practicePort}/?hotel`], { email: address });
	await card(page, "?hotel").getByRole("button", { name: "Send now" }).click();
	await expect(card(page, "?hotel")).toContainText("The network answered instead of the server");
	product.line.fault = "none";
	await card(page, "?hotel").getByRole("button", { name: "Send now" }).click();
	await expect(page.getByText("The request was sent.")).toBeVisible();
	expect(await product.scansFor(address)).toHaveLength(1);
});

/** One of each kind is a main path. */
for (const [name, fault, tag] of [
	["a 429 for the client", limited("client"), []],
	[
		"a 503 with Retry-After",
		{ status: 503, headers: { "retry-after": "600" }, body: { code: "unavailable", message: "" } },
		["@road"],
	],
] as const) {
	test(`promise 4: ${name} pauses everything, even after a reload`, { tag: [...tag] }, async ({ page, product }) => {
		const [first, second] = [newAddress(), newAddress()];
		product.line.fault = fault;
		await addMany(page, [`http://localhost:${product.practicePort}/?first`], { email: first });
		await expect.poll(() => sent(product, first).length).toBe(1);
		await expect(card(page, "?first")).toContainText("Tried once");
		product.line.fault = "none";
		await page.reload();
		await openOutbox(page, product);
		await addMany(page, [`http://localhost:${product.practicePort}/?second`], { email: second });
		await page.evaluate(() => dispatchEvent(new Event("online")));
		// How long a pause lasts, and across which restarts, is proved with a fake clock in promises.test.ts.
		expect(sent(product, second)).toEqual([]);
		await card(page, "?second").getByRole("button", { name: "Send now" }).click();
		await expect(card(page, "?second")).toHaveCount(0);
		expect(await product.scansFor(second)).toHaveLength(1);
		expect(sent(product, first)).toHaveLength(1);
		await expect(card(page, "?first")).toContainText("Tried once");
	});
}

test("promise 4: a 429 for one entry lets the others through", async ({ page, product }) => {
	const [first, second] = [newAddress(), newAddress()];
	product.line.fault = limited("entry");
	await addMany(page, [`http://localhost:${product.practicePort}/?slow`], { email: first });
	await expect(card(page, "?slow")).toContainText("Too many, the test says.");
	product.line.fault = "none";
	await addMany(page, [`http://localhost:${product.practicePort}/?quick`], { email: second });
	await expect(card(page, "?quick")).toHaveCount(0);
	await expect(card(page, "?slow")).toContainText("Next try in");
});

for (const [code, status, words, tag] of [
	["ownership_required", 403, "Verify that the target is yours", []],
	["engine_unavailable", 501, "This scanner is not available right now", []],
	["sign_in_required", 401, "Sign in with the account that requested it", ["@road"]],
] as const) {
	test(`${code} holds an entry, says what is missing, and it goes out when a person says so`, {
		tag: [...tag],
	}, async ({ page, product }) => {
		const address = newAddress();
		product.line.fault = { status, body: { code, message: "The test says no." } };
		await addMany(page, [`http://localhost:${product.practicePort}/?held`], { email: address });
		await expect(card(page, "?held")).toContainText(words);
		product.line.fault = "none";
		await card(page, "?held").getByRole("button", { name: "Send now" }).click();
		await expect(page.getByText("The request was sent.")).toBeVisible();
		await expect(page.getByText("Nothing is waiting.")).toBeVisible();
		expect(await product.scansFor(address)).toHaveLength(1);
	});
}

test("promise 8: a refused entry says why; edited, it goes out under a new key", { tag: "@road" }, async ({
	page,
	product,
}) => {
	const address = newAddress();
	product.line.fault = { status: 422, body: { code: "target_unresolvable", message: "No such host, the test says." } };
	await addMany(page, [`http://localhost:${product.practicePort}/?typo`], { email: address });
	await expect(card(page, "?typo")).toContainText("No such host, the test says.");
	product.line.fault = "none";
	await act(page, "?typo", "Edit");
	await card(page, "?typo").getByLabel("Target").fill(`http://localhost:${product.practicePort}/?right`);
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	expect(new Set(sent(product, address).map(({ key }) => key)).size).toBe(2);
	expect(await product.scansFor(address)).toMatchObject([{ target: expect.stringContaining("?right") }]);
});

test("promise 7: a request older than 7 days asks, and a yes sends it", { tag: "@road" }, async ({
	page,
	context,
	product,
}) => {
	const address = newAddress();
	await context.setOffline(true);
	await addMany(page, [`http://localhost:${product.practicePort}/?old`], { email: address });
	await changeRecords(page, address, { createdAt: Date.now() - 8 * 86_400_000, notBefore: 0 });
	await context.setOffline(false);
	await expect(card(page, "?old")).toContainText("waiting for more than 7 days");
	expect(sent(product, address)).toEqual([]);
	await card(page, "?old").getByRole("button", { name: "Send anyway" }).click();
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	expect(await product.scansFor(address)).toHaveLength(1);
});

test("promise 7: a request is sent neither before its time nor after it, unless a person says so", async ({
	page,
	product,
}) => {
	const [early, late] = [newAddress(), newAddress()];
	await addMany(page, [`http://localhost:${product.practicePort}/?early`], {
		email: early,
		notBefore: "2099-01-01T08:00",
	});
	await addMany(page, [`http://localhost:${product.practicePort}/?late`], {
		email: late,
		notAfter: "2026-01-01T08:00",
	});
	await expect(card(page, "?late")).toContainText("The time you set has passed");
	await expect(card(page, "?early")).toContainText("Not before 1 Jan 2099, 08:00");
	expect([...sent(product, early), ...sent(product, late)]).toEqual([]);
	await card(page, "?late").getByRole("button", { name: "Send anyway" }).click();
	await card(page, "?early").getByRole("button", { name: "Send now" }).click();
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	for (const address of [early, late]) expect(await product.scansFor(address)).toHaveLength(1);
});

test("promise 1: a tab closed while it sends loses nothing and doubles nothing", async ({ page, context, product }) => {
	const address = newAddress();
	product.line.fault = "hold";
	await addMany(page, [`http://localhost:${product.practicePort}/?closed`], { email: address });
	await card(page, "?closed").getByRole("button", { name: "Send now" }).click();
	await expect.poll(() => sent(product, address).length).toBe(1);
	await page.close();
	product.line.fault = "none";
	const again = await context.newPage();
	await openOutbox(again, product);
	await expect(again.getByText("Nothing is waiting.")).toBeVisible();
	expect(await product.scansFor(address)).toHaveLength(1);
});

test("promise 1: a worker stopped in the middle of its sending loses nothing and doubles nothing", {
	tag: "@road",
}, async ({ page, context, product }) => {
	const address = newAddress();
	await context.setOffline(true);
	await addMany(page, [`http://localhost:${product.practicePort}/?stopped`], { email: address });
	const session = await context.newCDPSession(page);
	await page.goto("about:blank");
	product.line.fault = "hold";
	await context.setOffline(false);
	await expect.poll(() => sent(product, address).length).toBe(1);
	await stopWorkers(session);
	product.line.fault = "none";
	await openOutbox(page, product);
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	expect(new Set(sent(product, address).map(({ key }) => key)).size).toBe(1);
	expect(await product.scansFor(address)).toHaveLength(1);
});

test("promise 10: an update of the worker finds the entries that wait", { tag: "@road" }, async ({
	page,
	context,
	product,
}) => {
	const address = newAddress();
	await context.setOffline(true);
	await addMany(page, [`http://localhost:${product.practicePort}/?update`], { email: address });
	product.line.fault = "unreachable";
	product.line.workerSuffix = `\n// ${address}`;
	await context.setOffline(false);
	await page.evaluate(async () => {
		const registration = await navigator.serviceWorker.getRegistration();
		await registration?.update();
		registration?.waiting?.postMessage({ type: "SKIP_WAITING" });
	});
	await expect(card(page, "?update")).toBeVisible();
	product.line.fault = "none";
	product.line.workerSuffix = "";
	await page.goto(`${product.url}/outbox`);
	await whenHydrated(page);
	// The new page may already have sent it. If not, it waits for the next try, or for this.
	await page.evaluate(() => dispatchEvent(new Event("online")));
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	expect(await product.scansFor(address)).toHaveLength(1);
});

test("promise 9: both forms say that the disk is full, and the free scan is sent directly", { tag: "@road" }, async ({
	browser,
	product,
}) => {
	const address = newAddress();
	const context = await browser.newContext();
	const page = await context.newPage();
	const session = await context.newCDPSession(page);
	const { origin } = new URL(product.url);
	await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
	await page.goto(product.url);
	await whenHydrated(page);
	await askForScan(page, `http://localhost:${product.practicePort}/?direct`, address);
	await expect.poll(() => sent(product, address).length).toBe(1);
	await expect(page.getByText(/Not saved: this device’s storage is full/).first()).toBeVisible();
	expect(await product.scansFor(address)).toHaveLength(1);
	await page.goto(`${product.url}/outbox`);
	await whenHydrated(page);
	await page.getByRole("button", { name: "Add many" }).click();
	await page.getByLabel("Reports go to").fill(address);
	await page.getByRole("textbox", { name: "Targets" }).fill("full.example");
	await page.getByRole("button", { name: "Save one request" }).click();
	await expect(page.getByText("Not saved: this device’s storage is full.")).toBeVisible();
	await expect(page.getByRole("textbox", { name: "Targets" })).toHaveValue("full.example");
	await context.close();
});
