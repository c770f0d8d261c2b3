import { expect, test } from "../kit.ts";

test("a page stays when a part that loads after it cannot be loaded, and gets the part once there is a connection", async ({
	page,
	product,
}) => {
	let isCut = true;
	await page.route(/\/assets\/prompts-[^/]*\.js$/, (route) => (isCut ? route.abort() : route.fallback()));
	const missed = page.waitForEvent("requestfailed", (request) => /\/prompts-/.test(request.url()));
	await page.goto(`${product.url}/contact`);
	await missed;
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await page.getByRole("link", { name: "Skip to the content" }).focus();
	await expect(page.getByRole("link", { name: "Skip to the content" })).toBeInViewport();
	isCut = false;
	const got = page.waitForResponse(/\/prompts-/);
	await page.evaluate(() => dispatchEvent(new Event("online")));
	expect((await got).ok()).toBe(true);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
