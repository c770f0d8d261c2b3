import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { apiClient, asAccount, refusalOf } from "../../support/server/api-client.ts";
import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, expectAxeCleanInThemes } from "../axe-clean.ts";
import { keptOn } from "../kept-kit.ts";
import { askForScan, expect, newAddress, type Product, test, whenHydrated, whenInstalled } from "../kit.ts";

test.use({ device: "installed" });

/** `npm run operate -- …` beside the running product. */
const operate = (product: Product, ...args: string[]) =>
	promisify(execFile)(process.execPath, ["scripts/operate.ts", ...args], {
		env: { ...process.env, VAR_DIR: product.server.varDir },
	});

/** Everything this device stores, as one text: what is kept for reading, and what the worker caches of the API. */
async function keptText(page: Page): Promise<string> {
	const cached = await page.evaluate(async () => {
		const cached: string[] = [];
		for (const name of await caches.keys()) {
			for (const { url } of await (await caches.open(name)).keys()) cached.push(new URL(url).pathname);
		}
		return cached.join("\n");
	});
	return (await keptOn(page)).text + cached;
}

const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const dialog = (page: Page) => page.getByRole("dialog");

// Tests of one worker share the product: whatever happened, it scans everything afterward.
test.afterEach(({ product }) =>
	withEmbeddedDatabase(product.server.varDir, async (client) => {
		await client.query("DELETE FROM scan_stop; DELETE FROM target_opt_outs");
	}),
);

test("an operator stops scans, opts a host out and exports leads; the device keeps none of it", {
	tag: "@road",
}, async ({ page, context, product }) => {
	const account = await signIn(page, product);
	const lead = newAddress();
	const target = `http://localhost:${product.practicePort}/`;
	const api = apiClient(product.url, asAccount(account));
	await apiClient(product.url)("sendContact", {
		body: {
			firstName: "Ngozi",
			lastName: "Obi",
			email: lead,
			company: "=Obi & Co",
			inquiryType: "pricing",
			message: "Call me.\nIn the morning.",
		},
	});

	// Without the role: how to get it, and nothing else.
	await page.goto(`${product.url}/dashboard/operator`);
	await whenInstalled(page);
	await expect(page.getByText(`npm run operate -- grant ${account.email}`)).toBeVisible();
	await expect(page.getByRole("tab")).toHaveCount(0);
	const menu = page.getByRole("navigation", { name: "Dashboard" });
	await expect(menu.getByRole("link", { name: "Operator" })).toHaveCount(0);
	await operate(product, "grant", account.email);
	// By itself.
	await expect(menu.getByRole("link", { name: "Operator" })).toBeVisible();
	await expect(page.getByText("Nothing is stuck.")).toBeVisible();
	await expect(page.getByText("Scans are accepted.")).toBeVisible();
	await expectAxeClean(page, "operator, now");

	// The stop switch asks for a reason, which everyone who is refused can read.
	await page.getByRole("button", { name: "Stop all scans" }).click();
	await dialog(page).getByRole("button", { name: "Stop scans" }).click();
	await expect(dialog(page).getByLabel("Reason")).toBeFocused();
	await dialog(page).getByLabel("Reason").fill("We are moving to another data center.");
	await dialog(page).getByLabel("Your password").fill("not mine");
	await dialog(page).getByRole("button", { name: "Stop scans" }).click();
	await expect(dialog(page).getByText("That is not your current password.")).toBeVisible();
	await dialog(page).getByLabel("Your password").fill(account.password);
	await dialog(page).getByRole("button", { name: "Stop scans" }).dblclick();
	await expect(page.getByText("Scans are stopped.", { exact: true })).toBeVisible();
	const visitor = await context.newPage();
	await visitor.goto(product.url);
	await whenHydrated(visitor);
	await askForScan(visitor, target, newAddress());
	await expect(visitor.getByText(/We are moving to another data center\./)).toBeVisible();
	await visitor.close();
	await page.getByRole("button", { name: "Accept scans again" }).click();
	await dialog(page).getByRole("button", { name: "Accept scans" }).click();
	await expect(page.getByText("Scans are accepted.")).toBeVisible();

	await tab(page, "Targets").click();
	await page.getByRole("button", { name: "Opt out a host" }).click();
	await dialog(page).getByLabel("Host, address or URL").fill("not a host");
	await dialog(page).getByRole("button", { name: "Refuse scans" }).click();
	await expect(dialog(page).getByRole("alert")).toBeVisible();
	await dialog(page).getByLabel("Host, address or URL").fill(target);
	await dialog(page).getByRole("button", { name: "Refuse scans" }).click();
	await expect(page.getByRole("list", { name: "Opted-out hosts" })).toContainText("localhost");
	const refused = await api("startCombinedScan", { body: { target, email: account.email } });
	expect(await refusalOf(refused)).toMatchObject({ code: "target_opted_out" });
	await page.getByRole("button", { name: "Allow scans of localhost again" }).click();
	await dialog(page).getByRole("button", { name: "Allow scans" }).click();
	await expect(page.getByText("No host is opted out.")).toBeVisible();

	await tab(page, "Leads").click();
	await expect(page.getByRole("link", { name: lead })).toBeVisible();
	await page.getByLabel("Kind").selectOption("Contact");
	await expect(page).toHaveURL(/tab=leads&kind=contact/);
	await page.getByText("Message", { exact: true }).first().click();
	await expect(page.getByText("In the morning.")).toBeVisible();
	await expectAxeCleanInThemes(page, "operator, leads");
	await page.getByRole("button", { name: "Export" }).click();
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		dialog(page).getByRole("link", { name: "CSV, for spreadsheets" }).click(),
	]);
	expect(download.suggestedFilename()).toMatch(/^leads-contact-.*\.csv$/);
	const csv = await readFile(await download.path(), "utf8");
	expect(csv).toContain(lead);
	expect(csv).toContain("'=Obi & Co");
	await page.keyboard.press("Escape");

	await tab(page, "Audit").click();
	const audit = page.getByRole("list", { name: "Audit trail" });
	await expect(audit).toContainText("Leads exported");
	await expect(audit).toContainText("We are moving to another data center.");
	await expect(audit).toContainText(account.email);

	// No other person's data is on the device, and without a connection there is none on the screen.
	await expect.poll(() => keptText(page)).toContain(account.email);
	const kept = await keptText(page);
	expect(kept).not.toContain(lead);
	expect(kept).not.toContain("operator/");
	expect(kept).not.toContain("/api/");
	await context.setOffline(true);
	await page.reload();
	await expect(page.getByText("Other people’s data is never saved on a device.")).toBeVisible();
	await expect(page.getByRole("tab")).toHaveCount(0);
	await context.setOffline(false);

	// Once the role is taken away again, everything is gone from the screen too.
	await page.reload();
	await expect(tab(page, "Now")).toBeVisible();
	await operate(product, "revoke", account.email);
	await page.reload();
	await expect(page.getByText(`npm run operate -- grant ${account.email}`)).toBeVisible();
	await expect(menu.getByRole("link", { name: "Operator" })).toHaveCount(0);
});
