import type { Page } from "@playwright/test";
import { KINDS } from "#contract/kinds/kinds.ts";
import { API_BASE } from "#contract/routes.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, overflow } from "../axe-clean.ts";
import { expect, installedTest, stopClock, test, tickUntilVisible, whenHydrated, whenInstalled } from "../kit.ts";

const FORMS = [
	{
		card: "Zap",
		path: KINDS.zap.path,
		fields: { URL: "https://example.com" },
		body: { url: "https://example.com" },
		toast: "Scan started successfully!",
		failure: "toast",
	},
	{
		card: "Wapiti",
		path: KINDS.wapiti.path,
		fields: { "Target URL": "https://example.com" },
		body: { target: "https://example.com" },
		toast: "Wapiti scan started successfully!",
		failure: "inline",
	},
	{
		card: "Nmap EOL",
		path: KINDS.nmap.path,
		fields: { Host: "example.com" },
		body: { host: "example.com" },
		toast: "Nmap EOL scan started successfully!",
		failure: "inline",
	},
	{
		card: "SSLyze",
		path: KINDS.sslyze.path,
		fields: { Target: "example.com:443" },
		body: { target: "example.com:443" },
		toast: "SSLyze scan started successfully!",
		failure: "inline",
	},
] as const;

const cardOf = (page: Page, name: string) =>
	page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Configure Scan" });

async function fill(page: Page, { card, fields }: (typeof FORMS)[number]): Promise<void> {
	await cardOf(page, card).getByRole("button", { name: "Run Scan" }).click();
	for (const [label, value] of Object.entries(fields))
		await dialogOf(page).getByLabel(label, { exact: true }).fill(value);
}

/** An answer the server would give: its receipt names the request. */
const accepted = (key: string | null) => ({
	status: 202,
	json: { receipt: { key, scanId: "01990000-0000-4000-8000-000000000001", acceptedAt: "2026-05-21T09:30:00.000Z" } },
});

test("a visitor sees the four launchers beside our own, and sample lists, and nothing is asked of the server", {
	annotation: {
		type: "acceptance",
		description: "S0.12, S1.59, S2.22, S2.176-S2.178, S2.181, S2.182, S2.184, S2.187, S2.189, S7.31",
	},
}, async ({ page, product }) => {
	const reads: string[] = [];
	page.on("request", (request) => {
		if (new URL(request.url()).pathname.startsWith(API_BASE)) reads.push(request.url());
	});
	await page.goto(`${product.url}/dashboard/scans`);
	await whenHydrated(page);
	const cards = page.getByRole("list", { name: "Kinds of scan" }).getByRole("listitem");
	await expect(cards.getByRole("heading")).toHaveText(["Combined", "Zap", "Wapiti", "Nmap EOL", "SSLyze"]);
	await expect(cards.getByText("active", { exact: true })).toHaveCount(5);
	await expect(cards.getByRole("button", { name: "Run Scan", exact: true })).toHaveCount(5);
	await expect(page.getByRole("tab")).toHaveText([/^Active Scans3$/, /^Scan History13$/, /^Scheduled2$/]);

	const active = page.getByRole("list", { name: "Active scans" });
	await expect(active.getByRole("progressbar")).toHaveCount(3);
	await expect(active.locator('[data-status="pending"]')).toHaveText("Pending");
	await expect(active.locator('[data-status="running"]')).toHaveCount(2);

	// Tabs by keyboard alone, and the tab is in the address.
	await page.getByRole("tab", { name: "Active Scans" }).focus();
	await page.keyboard.press("ArrowRight");
	await expect(page).toHaveURL(/tab=history/);
	const history = page.getByRole("list", { name: "Finished scans" });
	await expect(history.getByRole("listitem")).toHaveCount(13);
	for (const status of ["completed", "failed", "cancelled"])
		await expect(history.locator(`[data-status="${status}"]`).first()).toBeVisible();

	// The default filter changes nothing; a real one does, and is in the address.
	await page.getByRole("button", { name: "Filter" }).click();
	await page.getByRole("button", { name: "Show scans" }).click();
	await expect(history.getByRole("listitem")).toHaveCount(13);
	await page.getByRole("button", { name: "Filter" }).click();
	await page.getByRole("dialog").getByLabel("Cancelled").check();
	await page.getByRole("button", { name: "Show scans" }).click();
	await expect(history.getByRole("listitem")).toHaveCount(1);
	await expect(page).toHaveURL(/status=cancelled/);

	// A file of the filtered rows, which says that it is a sample.
	await page.getByRole("button", { name: "Export" }).click();
	const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: /CSV/ }).click()]);
	expect(file.suggestedFilename()).toBe("scans-sample.csv");
	const lines = (await (await file.createReadStream()).toArray()).join("").trim().split("\r\n");
	expect(lines).toHaveLength(2);
	expect(lines[1]).toMatch(/^true,.*cancelled/);
	await page.keyboard.press("Escape");

	await page.getByRole("tab", { name: "Scheduled" }).click();
	await expect(page.getByText("No Scheduled Scans", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Schedule a scan" }).click();
	await page.getByRole("button", { name: "Start a scan now" }).click();
	await expect(cards.first().getByRole("button")).toBeFocused();

	await page.goto(`${product.url}/dashboard/scans?tab=x&kind=y&from=z&severity=,`);
	await expect(page.getByRole("tab", { name: "Active Scans" })).toHaveAttribute("aria-selected", "true");
	await expect(page.getByRole("list", { name: "Active scans" }).getByRole("listitem")).toHaveCount(3);
	expect(reads).toEqual([]);
});

test("each of the four forms asks for what it requires, shows a refusal, and is sent once and accepted", {
	tag: "@road",
	annotation: {
		type: "acceptance",
		description:
			"S0.11, S1.54-S1.58, S2.179, S2.180, S3.74-S3.76, S3.87, S3.88, S4.64-S4.68, S5.40-S5.45, S7.16-S7.27, S8.13-S8.23",
	},
}, async ({ page, product }) => {
	await page.goto(`${product.url}/dashboard/scans`);
	await whenHydrated(page);
	for (const form of FORMS) {
		const bodies: unknown[] = [];
		// Prepared beforehand: the form shows its progress before its request is on its way.
		const { promise: released, resolve: release } = Promise.withResolvers<void>();
		let refuse = true;
		await page.route(`**${API_BASE}${form.path}`, async (route) => {
			bodies.push(route.request().postDataJSON());
			if (refuse) return route.fulfill({ status: 400, json: { code: "invalid_target", message: "X" } });
			await released;
			return route.fulfill(accepted(await route.request().headerValue("idempotency-key")));
		});
		const run = cardOf(page, form.card).getByRole("button", { name: "Run Scan" });
		const dialog = dialogOf(page);
		const submit = dialog.getByRole("button", { name: /Start scan|Scanning/ });
		await run.click();
		await submit.click();
		await expect(dialog.locator("input:invalid").first()).toBeFocused();
		await page.keyboard.press("Escape");
		await expect(dialog).toBeHidden();
		await expect(run).toBeFocused();
		expect(bodies).toEqual([]);

		await fill(page, form);
		if (form.card === "Zap") await dialog.getByLabel("Email").fill("ada@example.org");
		await submit.click();
		if (form.failure === "inline") await expect(dialog.getByRole("alert")).toHaveText("X");
		else await expect(page.locator("[data-sonner-toast]").getByText("X", { exact: true })).toBeVisible();
		for (const [label, value] of Object.entries(form.fields))
			await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(value);

		refuse = false;
		await submit.dblclick();
		await expect(submit).toHaveText("Scanning...");
		await expect(submit).toBeDisabled();
		// While it is submitted, Escape closes nothing.
		await page.keyboard.press("Escape");
		await expect(dialog).toBeVisible();
		release();
		await expect(dialog).toBeHidden();
		await expect(page.getByText(form.toast, { exact: true })).toBeVisible();
		const body = form.card === "Zap" ? { ...form.body, email: "ada@example.org" } : form.body;
		expect(bodies).toEqual([body, body]);
	}
});

test("Wapiti's options are sent as they were chosen", {
	annotation: { type: "acceptance", description: "S3.77-S3.86, S7.20" },
}, async ({ page, product }) => {
	let body: unknown;
	await page.route(`**${API_BASE}${KINDS.wapiti.path}`, async (route) => {
		body = route.request().postDataJSON();
		await route.fulfill(accepted(await route.request().headerValue("idempotency-key")));
	});
	await page.goto(`${product.url}/dashboard/scans`);
	await whenHydrated(page);
	await fill(page, FORMS[1]);
	const dialog = dialogOf(page);
	await expect(dialog.getByText("sql, xss, exec")).toBeVisible();
	const scope = dialog.getByLabel("Scope");
	await expect(scope.locator("option")).toHaveText(["Not set", "url", "domain", "folder", "strict_path"]);
	await scope.selectOption("strict_path");
	await dialog.getByLabel("Modules").fill(" sql, xss ");
	await dialog.getByLabel("User agent").fill("Ours/1");
	await dialog.getByRole("button", { name: "Start scan" }).click();
	await expect(dialog).toBeHidden();
	expect(body).toEqual({
		target: "https://example.com",
		scope: "strict_path",
		modules: "sql, xss",
		user_agent: "Ours/1",
	});
});

test("Zap's loading toast lasts three seconds, whatever the answer, and the success toast five", {
	annotation: { type: "acceptance", description: "S4.69, S4.70, S9.08" },
}, async ({ page, product }) => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route(`**${API_BASE}${KINDS.zap.path}`, async (route) => {
		await released;
		await route.fulfill(accepted(await route.request().headerValue("idempotency-key")));
	});
	await page.goto(`${product.url}/dashboard/scans`);
	await whenHydrated(page);
	await fill(page, FORMS[0]);
	await dialogOf(page).getByLabel("Email").fill("ada@example.org");
	await stopClock(page);
	await dialogOf(page).getByRole("button", { name: "Start scan" }).click();
	const toast = page.getByText("Submitting scan request...", { exact: true });
	await tickUntilVisible(page, toast);
	await page.clock.runFor(2_800);
	await expect(toast).toBeVisible();
	await page.clock.runFor(600);
	await expect(toast).toBeHidden();
	await expect(dialogOf(page).getByRole("button", { name: "Scanning..." })).toBeDisabled();
	release();
	const success = page.getByText("Scan started successfully!", { exact: true });
	await tickUntilVisible(page, success);
	await page.clock.runFor(4_800);
	await expect(success).toBeVisible();
	await page.clock.runFor(600);
	await expect(success).toBeHidden();
});

installedTest(
	"offline the request is saved and the dialog closes; a busy server keeps the values and the key",
	async ({ page, product }) => {
		const account = await signIn(page, product);
		await page.goto(`${product.url}/dashboard/scans`);
		await whenInstalled(page);
		const keys: (string | undefined)[] = [];
		await page.route(`**${API_BASE}${KINDS.nmap.path}`, async (route) => {
			keys.push((await route.request().allHeaders())["idempotency-key"]);
			await route.fulfill({ status: 503, json: { code: "unavailable", message: "Busy." } });
		});
		const dialog = dialogOf(page);
		await fill(page, FORMS[2]);
		await dialog.getByRole("button", { name: "Start scan" }).click();
		await expect(dialog.getByRole("alert")).toHaveText("Busy.");
		await expect(dialog.getByText("Saved on this device; it will be sent again.")).toBeVisible();
		await dialog.getByRole("button", { name: "Start scan" }).click();
		await expect.poll(() => keys.length).toBe(2);
		expect(keys[0]).toBe(keys[1]);
		await expect(dialog.getByLabel("Host")).toHaveValue("example.com");
		// While it is sending, only its own button closes the dialog.
		await expect(dialog.getByRole("button", { name: "Start scan" })).toBeEnabled();
		await page.keyboard.press("Escape");

		await cardOf(page, "Zap").getByRole("button", { name: "Run Scan" }).click();
		await expect(dialog.getByLabel("Email")).toHaveValue(account.email);
		await dialog.getByLabel("URL").fill("https://example.com");
		await page.context().setOffline(true);
		await dialog.getByRole("button", { name: "Start scan" }).click();
		await expect(dialog).toBeHidden();
		await expect(page.getByText("Saved on this device. It will be sent when you are back online.")).toBeVisible();
		await page.context().setOffline(false);
	},
);

test("no accessibility violation, light and dark, narrow and wide, with each dialog", async ({ page, product }) => {
	await page.goto(`${product.url}/dashboard/scans?tab=history`);
	await whenHydrated(page);
	await page.setViewportSize({ width: 360, height: 800 });
	expect(await overflow(page)).toBeLessThanOrEqual(0);
	await expectAxeClean(page, "scans");
	for (const name of ["Run Scan", "Filter"]) {
		await (name === "Filter" ? page : cardOf(page, "Wapiti")).getByRole("button", { name }).click();
		await expectAxeClean(page, `dialog of ${name}`);
		await page.keyboard.press("Escape");
	}
});
