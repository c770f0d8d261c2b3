import type { Page } from "@playwright/test";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { expect, test, whenHydrated, whenInstalled } from "../kit.ts";

test.use({ device: "installed" });

const openTab = async (page: Page, url: string) => {
	await page.goto(`${url}/dashboard/scans`);
	await whenHydrated(page);
	await page.getByRole("tab", { name: /Scheduled/ }).click();
};

test("a visitor sees the tab as specified, and the button says what an account adds", {
	annotation: { type: "acceptance", description: "S2.183-S2.186, A87, B07" },
}, async ({ page, product }) => {
	await openTab(page, product.url);
	await expect(page.getByRole("tab", { name: /Scheduled/ })).toHaveText("Scheduled2");
	await expect(page.getByText("No Scheduled Scans", { exact: true })).toBeVisible();
	await page.getByRole("tabpanel").getByRole("button").click();
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByLabel("How often")).toHaveCount(0);
	await dialog.getByRole("link", { name: "Sign in" }).click();
	await expect(page).toHaveURL(/\/auth\/login\?next=%2Fdashboard%2Fscans%3Ftab%3Dscheduled$/);
});

test("a schedule is made by keyboard, shows its next runs, is run, paused, changed and deleted", {
	annotation: { type: "acceptance", description: "S2.186, A86, B07" },
}, async ({ page, product }) => {
	await signIn(page, product);
	await openTab(page, product.url);
	const tab = page.getByRole("tab", { name: /Scheduled/ });
	await expect(tab).toHaveText("Scheduled0");
	await expect(page.getByText("No Scheduled Scans", { exact: true })).toBeVisible();

	await page.getByRole("button", { name: "Schedule a scan" }).focus();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Schedule a scan" });
	await dialog.getByLabel("Name", { exact: true }).focus();
	await page.keyboard.type("Shop, every night");
	await dialog.getByLabel("Target").focus();
	await page.keyboard.type(`http://localhost:${product.practicePort}/`);
	await dialog.getByLabel("Time zone").fill("Africa/Lagos");
	await expect(dialog.getByRole("region", { name: "Next runs" }).getByRole("listitem")).toHaveCount(5);
	await expect(dialog.getByRole("listitem").first()).toHaveText(/, 06:00$/);
	await expectAxeClean(page, "form");

	// What only the server knows to be wrong is shown at its field, and nothing typed is lost.
	await dialog.getByLabel("How often").selectOption("By a cron expression");
	const cron = dialog.getByLabel("Cron expression");
	await cron.fill("61 * * * *");
	await cron.press("Enter");
	await expect(cron).toHaveAttribute("aria-invalid", "true");
	await expect(cron).toHaveAccessibleDescription(/This is not a cron expression/);
	await expect(cron).toBeFocused();
	await cron.fill("30 6 * * MON-FRI");
	await expect(dialog.getByRole("listitem").first()).toHaveText(/, 06:30$/);
	await page.keyboard.press("Enter");
	await expect(dialog).toBeHidden();

	await expect(tab).toHaveText("Scheduled1");
	const row = page.getByRole("list", { name: "Schedules" }).getByRole("listitem");
	await expect(row).toContainText("By cron: 30 6 * * MON-FRI");
	await expect(row).toContainText("Africa/Lagos");
	await expect(row).toContainText("None yet");
	await expect(row.locator("[data-status]")).toHaveText("active");

	await row.getByRole("button", { name: /^Run now/ }).click();
	await expect(page.getByText("Scan started", { exact: true })).toBeVisible();
	await expect(row).toContainText("Started by hand");
	await expect(row.getByRole("link", { name: "Open the scan" })).toHaveAttribute(
		"href",
		/\/dashboard\/scans\/[0-9a-f-]+$/,
	);
	await row.getByRole("button", { name: /^Pause/ }).click();
	await expect(row).toContainText("None while it is paused");
	await expectAxeClean(page, "list");
	await row.getByRole("button", { name: /^Resume/ }).click();
	await expect(row).toContainText(/, 06:30/);

	await row.getByRole("button", { name: /^Edit/ }).click();
	const change = page.getByRole("dialog", { name: "Change schedule" });
	await expect(change.getByLabel("Cron expression")).toHaveValue("30 6 * * MON-FRI");
	await change.getByLabel("How often").selectOption("On a day of the month");
	await change.getByLabel("Day of the month", { exact: true }).fill("31");
	await change.getByRole("button", { name: "Save schedule" }).click();
	await expect(change).toBeHidden();
	await expect(row).toContainText("On the last day of the month at 06:00");

	await row.getByRole("button", { name: /^Delete/ }).click();
	const asked = page.getByRole("dialog", { name: "Delete this schedule?" });
	await asked.getByRole("button", { name: "Keep it" }).click();
	await expect(row).toHaveCount(1);
	await row.getByRole("button", { name: /^Delete/ }).click();
	await asked.getByRole("button", { name: "Delete", exact: true }).click();
	await expect(tab).toHaveText("Scheduled0");
	await expect(page.getByText("No Scheduled Scans", { exact: true })).toBeVisible();
});

test("without a network schedules are read as they were, and a form keeps what was typed until it can be sent", {
	annotation: { type: "acceptance", description: "B07" },
}, async ({ page, product }) => {
	await signIn(page, product);
	await openTab(page, product.url);
	await whenInstalled(page);
	const open = page.getByRole("button", { name: "Schedule a scan" });
	const dialog = page.getByRole("dialog", { name: "Schedule a scan" });
	const save = dialog.getByRole("button", { name: "Save schedule" });
	const fill = async (name: string) => {
		await open.click();
		await dialog.getByLabel("Name", { exact: true }).fill(name);
		await dialog.getByLabel("Target").fill(`http://localhost:${product.practicePort}/`);
	};
	await fill("Kept");
	await save.click();
	await expect(dialog).toBeHidden();
	const rows = page.getByRole("list", { name: "Schedules" }).getByRole("listitem");
	await expect(rows).toHaveCount(1);

	await page.context().setOffline(true);
	await expect(page.getByText(/^As of .* There is no connection\.$/)).toBeVisible();
	await rows.getByRole("button", { name: /^Pause/ }).click();
	await expect(page.getByText("You are offline. Try again when you are back online.")).toBeVisible();
	await fill("Typed on the train");
	await expect(dialog.getByText("Shown when you are back online.")).toBeVisible();
	await save.click();
	await expect(dialog.getByRole("alert")).toContainText("You are offline. Nothing was sent.");
	await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Typed on the train");

	await page.context().setOffline(false);
	await save.click();
	await expect(dialog).toBeHidden();
	await expect(rows).toHaveCount(2);
	await expect(rows.first().locator("[data-status]")).toHaveText("active");

	// Both email what changed, until that is turned off in the settings.
	await page.goto(`${product.url}/dashboard/settings/notifications`);
	const mail = page.getByRole("region", { name: "Schedule emails" });
	await expect(mail).toContainText("2 of 2 schedules email you what changed.");
	await mail.getByRole("button", { name: "Switch off for all" }).click();
	await expect(mail).toContainText("None of your schedules emails you.");
	await expect(mail.getByRole("status")).toHaveText("Switched off.");
});
