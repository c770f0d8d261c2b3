import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { PASSWORD } from "../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../support/server/api-client.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeCleanNow } from "../axe-clean.ts";
import { expect, type Product, test, whenHydrated } from "../kit.ts";

const STEP_MS = 30_000;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const section = (page: Page) => page.getByRole("region", { name: "Codes from an app", exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Enter a code" });

/** What the app shows. No code works twice, so each use takes the one of a later step; the server also accepts the next one. */
const codeOf = (key: string, steps = 0) =>
	new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * STEP_MS });

async function toDialog(page: Page, product: Product, email: string): Promise<void> {
	await page.goto(`${product.url}/auth/login`);
	await whenHydrated(page);
	await page.getByLabel("Email", { exact: true }).fill(email);
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.keyboard.press("Enter");
	await expect(dialog(page).getByLabel("Code", { exact: true })).toBeFocused();
}

test("an app is set up with the keyboard, asked for at sign-in, replaced once by a recovery code, and stays on while offline", {
	tag: "@road",
}, async ({ page, product }) => {
	const { email } = await signIn(page, product);
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(`${product.url}/dashboard/settings/sign-in`);
	await whenHydrated(page);
	await button(page, "Set up an app").press("Enter");
	const password = section(page).getByLabel("Password", { exact: true });
	await password.fill("wrong");
	await page.keyboard.press("Enter");
	await expect(password).toHaveAccessibleDescription(/password/);
	await password.fill(PASSWORD);
	await page.keyboard.press("Enter");
	const key = (await section(page).locator("code").textContent()) ?? "";
	await expectAxeCleanNow(page, "setting up an app");
	const confirm = section(page).getByLabel("Code from the app");
	await confirm.fill("000000");
	await page.keyboard.press("Enter");
	await expect(confirm).toHaveAttribute("aria-invalid", "true");
	await confirm.fill(codeOf(key));
	await page.keyboard.press("Enter");
	const codes = section(page).getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
	await expect(codes).toHaveCount(10);
	const recovery = (await codes.first().textContent()) ?? "";
	await expectAxeCleanNow(page, "recovery codes");
	await page.evaluate(() => {
		window.print = () => Object.assign(window, { printed: true });
	});
	await button(page, "Print").click();
	await page.emulateMedia({ media: "print" });
	await expect(page.getByText(`recovery codes of ${email}`)).toBeVisible();
	await expect(section(page)).toBeHidden();
	await page.emulateMedia({ media: "screen" });
	await page.evaluate(() => dispatchEvent(new Event("afterprint")));
	await expect(page.locator("body > pre")).toHaveCount(0);
	const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
	expect(await readFile(await file.path(), "utf8")).toContain(recovery);
	await button(page, "I saved them").click();
	await expect(section(page).getByRole("status")).toContainText("10 of 10 recovery codes left.");

	await page.context().clearCookies();
	await toDialog(page, product, email);
	await expectAxeCleanNow(page, "the code at sign-in", { within: "dialog[open]" });
	await page.keyboard.press("Escape");
	await expect(page.getByText("You are not signed in yet: no code was given.", { exact: false })).toBeVisible();

	await toDialog(page, product, email);
	await page.keyboard.type("000000");
	await page.keyboard.press("Enter");
	const given = dialog(page).getByLabel("Code", { exact: true });
	await expect(given).toHaveAttribute("aria-invalid", "true");
	await expect(given).toBeFocused();
	await page.keyboard.type(codeOf(key, 1));
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/dashboard/);

	await page.context().clearCookies();
	await toDialog(page, product, email);
	await page.keyboard.type(recovery);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/dashboard/);
	await page.goto(`${product.url}/dashboard/settings/sign-in`);
	await expect(section(page).getByRole("status")).toContainText("9 of 10 recovery codes left.");
	await page.context().setOffline(true);
	await button(page, "Turn off").click();
	await section(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
	await section(page).getByLabel("Code", { exact: true }).fill("123456");
	await button(page, "Turn off").click();
	await expect(section(page).getByRole("alert")).toContainText("Nothing was changed");
	await expect(section(page).getByLabel("Code", { exact: true })).toHaveValue("123456");
});

test("it is turned off with the password and a code", async ({ page, product }) => {
	const account = await signIn(page, product);
	const call = apiClient(product.url, asAccount(account));
	const { secret } = await (await call("beginTotp", { body: { current: PASSWORD } })).json();
	expect((await call("confirmTotp", { body: { code: codeOf(secret) } })).status).toBe(200);
	await page.goto(`${product.url}/dashboard/settings/sign-in`);
	await button(page, "Turn off").click();
	await section(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
	await section(page).getByLabel("Code", { exact: true }).fill(codeOf(secret, 1));
	await page.keyboard.press("Enter");
	await expect(section(page).getByRole("status")).toContainText("Off. Turn this on");
	await expect(button(page, "Set up an app")).toBeVisible();
});
