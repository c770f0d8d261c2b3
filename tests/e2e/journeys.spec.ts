import type { Page } from "@playwright/test";
import { PASSWORD } from "../support/server/accounts.ts";
import { codeMail } from "../support/server/code-mail.ts";
import { expectAxeCleanInThemes } from "./axe-clean.ts";
import { complaintsOf } from "./complaints.ts";
import { expect, newAddress, test, whenHydrated } from "./kit.ts";

test.use({ device: "installed" });

const NEW_PASSWORD = "another horse entirely";

/** A person at a keyboard: only moves the focus and types. */
const keyboard = (page: Page) => ({
	async type(label: string, text: string) {
		await page.getByLabel(label, { exact: true }).first().focus();
		// What is already there, such as a known address.
		await page.keyboard.press("Control+A");
		await page.keyboard.type(text);
	},
	async press(name: string | RegExp, role: "button" | "link" | "tab" = "button") {
		await page.getByRole(role, { name, exact: true }).first().focus();
		await page.keyboard.press("Enter");
	},
});

/** A person with a thumb. */
const thumb = (page: Page) => ({
	type: (label: string, text: string) => page.getByLabel(label, { exact: true }).first().fill(text),
	press: (name: string | RegExp, role: "button" | "link" | "tab" = "button") =>
		page.getByRole(role, { name, exact: true }).filter({ visible: true }).first().tap(),
});

for (const { name, hand, ...options } of [
	{ name: "on a phone", hand: thumb, viewport: { width: 360, height: 740 }, hasTouch: true },
	{ name: "by the keyboard alone", hand: keyboard, viewport: { width: 1280, height: 800 }, hasTouch: false },
]) {
	test.describe(name, () => {
		test.use(options);

		test(`${name}: register, sign in, confirm, check a target, look at it, run it again, change the password, sign out everywhere`, async ({
			page,
			product,
		}) => {
			const errors = complaintsOf(page);
			const { type, press } = hand(page);

			const address = newAddress();
			await page.goto(`${product.url}/auth/register`);
			await whenHydrated(page);
			await expectAxeCleanInThemes(page, "register");
			await type("First name", "Ada");
			await type("Last name", "Lovelace");
			await type("Company", "Analytical Engines");
			await type("Email", address);
			await type("Password", PASSWORD);
			await type("Confirm password", PASSWORD);
			await page.getByRole("checkbox", { name: /terms/i }).focus();
			await page.keyboard.press("Space");
			await press("Create account");
			await expect(page).toHaveURL(`${product.url}/auth/login`);
			await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
			await type("Email", address);
			await type("Password", PASSWORD);
			await press("Sign in");
			await expect(page).toHaveURL(`${product.url}/dashboard`);

			await page.goto(`${product.url}/dashboard/settings/account`);
			const mail = await codeMail(product.mailbox, address, "/auth/confirm");
			await expect(page.getByText(`${address} is not confirmed yet.`)).toBeVisible();
			await type("Code from the mail", mail.code);
			await press("Confirm the address");
			await expect(page.getByText(`${address} is confirmed.`)).toBeVisible();
			await expectAxeCleanInThemes(page, "settings");

			await press(/^(Security )?Scans$/, "link");
			await expect(page).toHaveURL(`${product.url}/dashboard/scans`);
			await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
			// The first of the launchers is our own scan.
			await page.locator('[data-kind="combined"]').getByRole("button", { name: "Run Scan" }).focus();
			await page.keyboard.press("Enter");
			await type("Target", `http://localhost:${product.practicePort}/?journey`);
			await page.keyboard.press("Enter");
			await expect(page.getByText("Scan started successfully!", { exact: true })).toBeVisible();
			await page.getByRole("tab", { name: /Scan History/ }).focus();
			await page.keyboard.press("Enter");
			await expectAxeCleanInThemes(page, "scans");
			const found = page.getByRole("link", { name: /Combined scan of/ });
			await expect(found).toBeVisible({ timeout: 20_000 });
			await press(/Combined scan of/, "link");
			await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
			await expect(page.locator("article[data-rule]").first()).toBeVisible();
			await expectAxeCleanInThemes(page, "detail");
			await press(/^Run again/);
			await expect(page.getByText("Scan started again", { exact: true })).toBeVisible();

			await page.goto(`${product.url}/dashboard/settings/sign-in`);
			await type("Current password", PASSWORD);
			await type("New password", NEW_PASSWORD);
			await press("Change password");
			await expect(page.getByText(/Password changed/)).toBeVisible();
			await press("Sign out everywhere");
			await press("Yes, sign out everywhere");
			await expect(page).toHaveURL(`${product.url}/auth/login`);
			await type("Email", address);
			await type("Password", NEW_PASSWORD);
			await press("Sign in");
			await expect(page).toHaveURL(`${product.url}/dashboard`);
			expect(errors).toEqual([]);
		});
	});
}
