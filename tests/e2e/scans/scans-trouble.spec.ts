import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { KINDS } from "#contract/kinds/kinds.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { hostile, startHostile } from "../../support/engines/hostile-target.ts";
import { signIn } from "../accounts-kit.ts";
import { expect, startProduct, test, whenHydrated } from "../kit.ts";

/** Opens the form of the launcher with this name. */
async function configure(page: Page, card: string) {
	await page
		.getByRole("listitem")
		.filter({ has: page.getByRole("heading", { name: card, exact: true }) })
		.getByRole("button", { name: "Run Scan" })
		.click();
	return page.getByRole("dialog", { name: "Configure Scan" });
}

test("a running scan is canceled from the list without leaving it, even if no events come", async ({ page }) => {
	const silent = await startHostile(hostile.neverAnswers);
	const product = await startProduct({ SCAN_ALLOW: `127.0.0.1:${silent.port}`, PRACTICE_TARGET: "off" });
	try {
		const { cookie, email } = await signIn(page, product);
		// The stream is cut: what is shown comes from polling.
		await page.route(`**${API_BASE}${API_PATHS.scansEvents}`, (route) => route.abort());
		const started = await fetch(`${product.url}${API_BASE}${KINDS.combined.path}`, {
			method: "POST",
			headers: { "Content-Type": "application/json", Cookie: cookie },
			body: JSON.stringify({ target: `http://127.0.0.1:${silent.port}/`, email }),
		});
		expect(started.status).toBe(202);
		await page.goto(`${product.url}/dashboard/scans`);
		await whenHydrated(page);
		const active = page.getByRole("list", { name: "Active scans" });
		await expect(active.locator('[data-status="running"]')).toBeVisible();
		await expect(active.getByRole("progressbar")).toHaveAttribute("aria-valuenow", /\d+/);
		await active.getByRole("button", { name: /^Cancel/ }).click();
		await expect(page.getByText("Nothing is running.")).toBeVisible({ timeout: 20_000 });
		expect(new URL(page.url()).pathname).toBe("/dashboard/scans");

		await page.getByRole("tab", { name: /Scan History/ }).click();
		const history = page.getByRole("list", { name: "Finished scans" });
		await expect(history.getByText("Cancelled", { exact: true })).toBeVisible();
		await history.getByRole("link", { name: /Combined scan of/ }).click();
		await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
		await expect(page.getByText("Cancelled").first()).toBeVisible();
	} finally {
		await product.close();
		await silent.close();
	}
});

test("a missing tool is reported in a toast, the values stay, and the request is kept until the tool is there", {
	annotation: { type: "acceptance", description: "S8.18, B03" },
}, async ({ page, product }) => {
	const { email } = await signIn(page, product);
	await page.goto(`${product.url}/dashboard/scans`);
	await whenHydrated(page);
	const dialog = await configure(page, "Zap");
	await expect(dialog.getByLabel("Email")).toHaveValue(email);
	await dialog.getByLabel("URL").fill(`http://localhost:${product.practicePort}/`);
	await dialog.getByRole("button", { name: "Start scan" }).click();
	await expect(page.locator("[data-sonner-toast]").filter({ hasText: / not / })).toBeVisible();
	await expect(dialog.getByLabel("URL")).toHaveValue(`http://localhost:${product.practicePort}/`);
	await page.goto(`${product.url}/dashboard/outbox`);
	await expect(page.getByText("Needs you").first()).toBeVisible();
});

test("for a host whose ownership is not verified, the refusal says how to verify it and leads there", async ({
	page,
	product,
}) => {
	await signIn(page, product);
	await page.route(`**${API_BASE}${KINDS.nmap.path}`, (route) =>
		route.fulfill({
			status: 403,
			json: { code: "ownership_required", message: "Show first that example.com is yours, with a DNS TXT record." },
		}),
	);
	await page.goto(`${product.url}/dashboard/scans`);
	await whenHydrated(page);
	const dialog = await configure(page, "Nmap EOL");
	await dialog.getByLabel("Host").fill("example.com");
	await page.keyboard.press("Enter");
	await expect(dialog.getByRole("alert")).toHaveText("Show first that example.com is yours, with a DNS TXT record.");
	await dialog.getByRole("link", { name: "Verify a target" }).click();
	await expect(page).toHaveURL(`${product.url}/dashboard/assets`);
});

test("a session that ends in the middle of a form: the server's sentence, nothing typed is lost, and a way to sign in", async ({
	page,
	product,
}) => {
	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/scans`);
	await whenHydrated(page);
	const dialog = await configure(page, "SSLyze");
	await dialog.getByLabel("Target").fill("example.com:443");
	await page.context().clearCookies();
	await dialog.getByRole("button", { name: "Start scan" }).click();
	await expect(dialog.getByRole("alert")).toContainText(/sign in/i);
	await expect(dialog.getByLabel("Target")).toHaveValue("example.com:443");
	await expect(dialog.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", /\/auth\/login\?next=/);
});

test("what is filtered is exported as CSV and as JSON", {
	annotation: { type: "acceptance", description: "S2.188, B09" },
}, async ({ page, product }) => {
	const { cookie, email } = await signIn(page, product);
	const ask = (path: string) =>
		fetch(`${product.url}${API_BASE}${KINDS.combined.path}`, {
			method: "POST",
			headers: { "Content-Type": "application/json", Cookie: cookie },
			body: JSON.stringify({ target: `http://localhost:${product.practicePort}${path}`, email }),
		});
	for (const path of ["/", "/wanted"]) expect((await ask(path)).status).toBe(202);
	await page.goto(`${product.url}/dashboard/scans?tab=history&q=wanted`);
	await whenHydrated(page);
	await expect(page.getByRole("list", { name: "Finished scans" }).getByRole("listitem")).toHaveCount(1);
	await page.getByRole("button", { name: "Export" }).click();
	const file = async (name: RegExp) => {
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("dialog").getByRole("link", { name }).click(),
		]);
		return readFile(await download.path(), "utf8");
	};
	const csv = await file(/CSV/);
	expect(csv).toContain("/wanted");
	expect(csv.trim().split("\r\n")).toHaveLength(2);
	const json = JSON.parse(await file(/JSON/));
	expect(JSON.stringify(json)).toContain("/wanted");
});
