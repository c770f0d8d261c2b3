import { expectAxeCleanInThemes } from "../axe-clean.ts";
import { expect, test, whenHydrated } from "../kit.ts";

// Narrow screens, large text and every other page: every-screen.spec.ts.
test("no axe violation at a desk, on a page of each layout", async ({ page, product }) => {
	await page.setViewportSize({ width: 1280, height: 800 });
	for (const path of [
		"/",
		"/outbox",
		"/auth/login",
		"/solutions",
		"/contact",
		"/privacy",
		"/ndpr/assessment",
		"/404",
	]) {
		await page.goto(product.url + path);
		await expectAxeCleanInThemes(page, path, { targets: true });
	}
});

test("the title, the description and the hero say what it is and who it is for", {
	annotation: { type: "acceptance", description: "S0.01, S0.03, S0.04" },
}, async ({ page, product }) => {
	await page.goto(product.url);
	await expect(page).toHaveTitle(/AI-driven governance, risk and compliance/);
	await expect(page.locator('meta[name="description"]')).toHaveAttribute(
		"content",
		/AI-driven governance, risk and compliance/,
	);
	const hero = page.locator("main section").first();
	await expect(hero).toContainText(/governance, risk and compliance/i);
	await expect(hero).toContainText(/high-growth, regulated businesses/i);
	await expect(hero.locator("form input")).toHaveCount(1);
});

test("without JavaScript the page is there and says what the form needs", async ({ browser, product }) => {
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto(product.url);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	// biome-ignore lint/performance/useDomNodeTextContent: the question is what is shown; textContent of a noscript is empty here.
	expect(await page.locator("noscript").innerText()).toContain("The form needs JavaScript.");
	await context.close();
});

test("the header is compact past 20 px, not at 20", {
	annotation: { type: "acceptance", description: "S2.113, S9.05" },
}, async ({ page, product }) => {
	await page.setViewportSize({ width: 360, height: 640 });
	await page.goto(product.url);
	await whenHydrated(page);
	const compact = page.locator("header[data-compact]");
	for (const [top, count] of [
		[20, 0],
		[21, 1],
		[0, 0],
	] as const) {
		await page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);
		await expect(compact).toHaveCount(count);
	}
});

test("a scan can be requested by keyboard alone", async ({ page, product }) => {
	await page.goto(product.url);
	await whenHydrated(page);
	await page.keyboard.press("Tab");
	await expect(page.locator(":focus")).toHaveText(/skip/i);
	await page.keyboard.press("Enter");
	const input = page.getByPlaceholder("Enter a URL, IP address or hostname");
	for (
		let presses = 0;
		presses < 12 && !(await input.evaluate((node) => node === document.activeElement));
		presses += 1
	) {
		await page.keyboard.press("Tab");
	}
	await expect(input).toBeFocused();
	await page.keyboard.type("example.com");
	await page.keyboard.press("Enter");
	await expect(page.locator("#scan-email")).toBeFocused();
});

test("an unknown address is a 404 page, a missing asset is a 404 and not HTML", async ({ page, product }) => {
	const missing = await page.goto(`${product.url}/no/such/page`);
	expect(missing?.status()).toBe(404);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	const asset = await page.request.get(`${product.url}/assets/gone-12345678.js`);
	expect(asset.status()).toBe(404);
	expect(asset.headers()["content-type"]).not.toContain("html");
});
