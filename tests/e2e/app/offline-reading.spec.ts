import type { BrowserContext, Page } from "@playwright/test";
import { KINDS } from "#contract/kinds/kinds.ts";
import { API_BASE, API_PATHS, fillPath } from "#contract/routes.ts";
import { createAccount } from "../../support/server/accounts.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeCleanNow } from "../axe-clean.ts";
import { keptOn } from "../kept-kit.ts";
import { expect, type Product, test, whenHydrated, whenInstalled } from "../kit.ts";

test.use({ device: "installed" });

/** The device's own notes on what it stores: whose it is, and under which keys. */
const keptKeys = async (page: Page): Promise<string[]> => (await keptOn(page)).keys;

/** Resolves when an answer with each of these in its key is stored. */
async function whenKeysKept(page: Page, ...parts: string[]): Promise<void> {
	await expect
		.poll(async () => {
			const keys = await keptKeys(page);
			return parts.filter((part) => !keys.some((key) => key.includes(part)));
		})
		.toEqual([]);
}

/** A finished scan of the practice target, from this page's account. */
async function scanOnce(page: Page, product: Product, email: string): Promise<string> {
	const asked = await page.request.post(product.url + API_BASE + KINDS.combined.path, {
		headers: { Origin: product.url, "Idempotency-Key": crypto.randomUUID() },
		data: { target: `http://localhost:${product.practicePort}/`, email },
	});
	expect(asked.status()).toBeLessThan(300);
	const { scanId } = (await asked.json()).receipt;
	const path = fillPath(API_PATHS.scan, { scanId });
	await expect
		.poll(async () => (await (await page.request.get(product.url + API_BASE + path)).json()).scan.status)
		.toBe("completed");
	return scanId;
}

/** A report on everything, made. */
async function reportOnce(page: Page, product: Product): Promise<string> {
	const asked = await page.request.post(product.url + API_BASE + API_PATHS.reports, {
		headers: { Origin: product.url, "Idempotency-Key": crypto.randomUUID() },
		data: { template: "executive-summary", name: "Read on the train", hosts: [], clients: [] },
	});
	expect(asked.status()).toBeLessThan(300);
	const { reportId } = (await asked.json()).receipt;
	const path = fillPath(API_PATHS.report, { reportId });
	await expect
		.poll(async () => (await (await page.request.get(product.url + API_BASE + path)).json()).report.status)
		.toBe("completed");
	return reportId;
}

/** From here on there is no network of any kind, and a new tab with nothing in memory. */
async function goDark(context: BrowserContext, product: Product): Promise<Page> {
	product.line.fault = "unreachable";
	await context.setOffline(true);
	return context.newPage();
}

const STALE = /^As of .*There is no connection\.$/;

test("with the network off, a new tab shows everything last seen and how old it is", async ({
	page,
	context,
	product,
}) => {
	const { email } = await signIn(page, product);
	const [seen = "", unseen = ""] = await Promise.all([1, 2].map(() => scanOnce(page, product, email)));
	const reportId = await reportOnce(page, product);
	await page.goto(`${product.url}/dashboard/overview`);
	await whenInstalled(page);
	await whenKeysKept(page, '"scans","overview"', '"phase":"active"', '"findings","overview"', '"assets"');
	await page.goto(`${product.url}/dashboard/scans?tab=history`);
	const history = page.getByRole("list", { name: "Finished scans" });
	await expect(history.getByRole("listitem")).toHaveCount(2);
	await whenKeysKept(page, '"me"', '"phase":"finished"', '"engines"');
	await page.goto(`${product.url}/dashboard/scans/${seen}`);
	await expect(page.getByRole("heading", { name: "Findings", exact: true })).toBeVisible();
	await whenKeysKept(page, seen);
	await page.goto(`${product.url}/dashboard/vulnerabilities`);
	await whenKeysKept(page, '"findings","problems"');
	await page.goto(`${product.url}/dashboard/assets`);
	await whenKeysKept(page, '"assets"');
	await page.goto(`${product.url}/dashboard/reports`);
	await whenKeysKept(page, '"reports","list"');
	await page.goto(`${product.url}/dashboard/reports/${reportId}`);
	await whenKeysKept(page, reportId);
	await page.goto(`${product.url}/dashboard/settings/sign-in`);
	await whenKeysKept(page, '"sessions"');

	const dark = await goDark(context, product);
	await page.close();
	const open = async (path: string) => {
		const response = await dark.goto(product.url + path);
		expect(response?.fromServiceWorker(), path).toBe(true);
		await whenHydrated(dark);
	};
	await open("/dashboard/overview");
	await expect(dark.getByText(STALE).first()).toBeVisible();
	await expect(dark.getByRole("list", { name: "Numbers" }).getByRole("listitem").first()).toContainText("2");
	await open("/dashboard/scans?tab=history");
	await expect(dark.getByText(STALE)).toBeVisible();
	await expect(dark.getByRole("list", { name: "Finished scans" }).getByRole("listitem")).toHaveCount(2);
	await open(`/dashboard/scans/${seen}`);
	await expect(dark.getByText(STALE)).toBeVisible();
	await expect(dark.locator("article[data-rule]").first()).toBeVisible();
	await open(`/dashboard/scans/${unseen}`);
	await expect(dark.getByText("This scan is not saved on this device.", { exact: false })).toBeVisible();
	await open("/dashboard/vulnerabilities");
	await expect(dark.getByText(STALE)).toBeVisible();
	await expect(dark.getByRole("list").getByRole("link").first()).toBeVisible();
	await open("/dashboard/reports");
	await expect(dark.getByText(STALE)).toBeVisible();
	await expect(dark.getByText("Read on the train").first()).toBeVisible();
	await expectAxeCleanNow(dark, "reports read offline");
	await open(`/dashboard/reports/${reportId}`);
	await expect(dark.getByText(STALE)).toBeVisible();
	await expect(dark.getByText("Read on the train").first()).toBeVisible();
	await open("/dashboard/settings/account");
	await expect(dark.getByRole("heading", { name: "Profile" })).toBeVisible();
	// Dashboard routes that were never visited here open too.
	for (const path of ["/dashboard/assets", "/dashboard/outbox", "/dashboard/anything/else"]) {
		await open(path);
		await expect(dark.getByRole("heading", { level: 1 }), path).toBeVisible();
		await expect(dark.getByRole("heading", { name: "You are offline" }), path).toHaveCount(0);
	}

	// Back online: the note goes away by itself.
	await open("/dashboard/scans?tab=history");
	await expect(dark.getByText(STALE)).toBeVisible();
	product.line.fault = "none";
	await context.setOffline(false);
	await expect(dark.getByText(STALE)).toHaveCount(0);
});

test("signing out offline leaves no account data on the device, in any tab; neither does another account's sign-in", async ({
	page,
	context,
	product,
}) => {
	const grace = await createAccount(product);
	const { email } = await signIn(page, product);
	await scanOnce(page, product, email);
	await page.goto(`${product.url}/dashboard/scans?tab=history`);
	await whenInstalled(page);
	await expect(page.getByRole("list", { name: "Finished scans" }).getByRole("listitem")).toHaveCount(1);
	const other = await context.newPage();
	await other.addInitScript(() => sessionStorage.setItem("plumbline-account", "seeded"));
	await other.goto(`${product.url}/dashboard/overview`);
	await whenKeysKept(page, '"me"', '"list"', "overview");

	product.line.fault = "unreachable";
	await context.setOffline(true);
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.getByRole("banner").getByRole("button", { name: "Ada Lovelace" }).click();
	await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
	await expect(page).toHaveURL(/\/auth\/login/);
	await expect.poll(() => keptKeys(page)).toEqual([]);
	await other.reload();
	await expect(other.getByText("Nothing is shown while you are signed out.").first()).toBeVisible();
	await expect.poll(() => keptKeys(other)).toEqual([]);

	product.line.fault = "none";
	await context.setOffline(false);
	await page.goto(`${product.url}/auth/login?next=/dashboard/scans`);
	await whenHydrated(page);
	await page.getByLabel("Email", { exact: true }).fill(grace.email);
	await page.getByLabel("Password", { exact: true }).fill(grace.password);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
	await expect(page).toHaveURL(/\/dashboard\/scans$/);
	await expect(page.getByRole("tab", { name: /Scan History/ })).toHaveText("Scan History0");
	await whenKeysKept(page, '"list"');

	// Refused for lack of a session: locked, and there again for the same account.
	await context.clearCookies();
	await page.reload();
	await expect(page.getByText(/^Sign in again to see your/).first()).toBeVisible();
	expect(await keptKeys(page)).not.toEqual([]);
});
