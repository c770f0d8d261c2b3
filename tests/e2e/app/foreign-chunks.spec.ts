import type { Page } from "@playwright/test";
import { signIn } from "../accounts-kit.ts";
import { complaintsOf } from "../complaints.ts";
import { expect, test, whenHydrated } from "../kit.ts";

/** Something else answers with a page instead of this chunk, as after an unfinished update or behind a network's sign-in page. */
async function answerWithPage(page: Page, chunk: RegExp): Promise<{ asked: number; ends(): Promise<void> }> {
	const answer = { asked: 0, ends: () => page.unroute(chunk) };
	await page.route(chunk, (route) => {
		answer.asked += 1;
		return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Sign in to the network</title>" });
	});
	return answer;
}

const KEPT = /What is saved on this device is still there\. .*[Rr]eload, or try again in a few minutes\.$/;
/** What the browser itself says about such an answer. */
const MIME = /Failed to load module script|Failed to fetch dynamically imported module|^\S+ hydration /;

const loadsOf = (page: Page) => {
	const loads = { count: 0 };
	page.on("load", () => {
		loads.count += 1;
	});
	return loads;
};

for (const { what, path, chunk } of [
	{ what: "a page", path: "/faq", chunk: /\/assets\/library-page-/ },
	{ what: "a screen", path: "/dashboard/overview", chunk: /\/assets\/overview-page-/ },
	{ what: "a layout", path: "/dashboard/overview", chunk: /\/assets\/dashboard-layout-/ },
]) {
	test(`${what} whose code is answered with a page says so after one reload`, async ({ page, product }) => {
		const complaints = complaintsOf(page);
		const loads = loadsOf(page);
		const foreign = await answerWithPage(page, chunk);
		await page.goto(product.url + path);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page could not be shown");
		await expect(page.locator("main").getByText("a part of it could not be loaded")).toHaveText(KEPT);
		expect(loads.count).toBe(2);
		expect(complaints.filter((text) => !MIME.test(text))).toEqual([]);
		await foreign.ends();
		await page.getByRole("button", { name: "Reload" }).click();
		await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("This page could not be shown");
		await whenHydrated(page);
	});
}

test("a part whose code is answered with a page says so after one reload, and leaves the page and its links in use", {
	tag: "@road",
}, async ({ page, product }) => {
	const complaints = complaintsOf(page);
	const loads = loadsOf(page);
	const foreign = await answerWithPage(page, /\/assets\/site-nav-/);
	await page.goto(`${product.url}/contact`);
	const notice = page.getByRole("alert").filter({ hasText: "Part of this page could not be loaded." });
	await expect(notice.locator("p").first()).toHaveText(KEPT);
	expect([loads.count, foreign.asked]).toEqual([2, 2]);
	await notice.getByRole("button", { name: "Later" }).click();
	await expect(notice).toHaveCount(0);
	await page.getByRole("banner").getByRole("link", { name: "Plumbline", exact: true }).click();
	await expect(page.locator("#hero")).toBeVisible();
	await expect(notice).toBeVisible();
	await foreign.ends();
	await notice.getByRole("button", { name: "Reload" }).click();
	await page.getByRole("button", { name: "Solutions" }).click();
	await expect(page.getByRole("link", { name: "Risk Management" }).first()).toBeVisible();
	expect(complaints.filter((text) => !MIME.test(text))).toEqual([]);
});

test("a part without HTML is missing in the dashboard, and its screens go on", async ({ page, product }) => {
	await signIn(page, product);
	const complaints = complaintsOf(page);
	const foreign = await answerWithPage(page, /\/assets\/(prompts|lock-demand|closed-workspace)-/);
	await page.goto(`${product.url}/dashboard/overview`);
	const notice = page.getByRole("alert").filter({ hasText: "Part of this page could not be loaded." });
	await expect(notice.locator("p").first()).toHaveText(KEPT);
	await page.getByRole("link", { name: "Tasks" }).first().click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tasks");
	await foreign.ends();
	await page.evaluate(() => dispatchEvent(new Event("online")));
	await expect(notice).toHaveCount(0);
	expect(complaints.filter((text) => !MIME.test(text))).toEqual([]);
});
