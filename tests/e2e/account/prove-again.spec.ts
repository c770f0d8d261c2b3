import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { PASSWORD, type TestAccount } from "../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../support/server/api-client.ts";
import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeCleanNow } from "../axe-clean.ts";
import { expect, type Product, test, whenHydrated } from "../kit.ts";
import { addAuthenticator } from "./passkey-kit.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Confirm that it’s you" });
const PEOPLE = "/dashboard/settings/people";

/** As if the account had signed in a while ago. */
const grow = (product: Product, { accountId }: TestAccount) =>
	withEmbeddedDatabase(product.server.varDir, async (client) => {
		await client.query("UPDATE sessions SET proved_at = now() - interval '20 minutes' WHERE account_id = $1", [
			accountId,
		]);
	});

async function fillInvitation(page: Page, product: Product, email: string): Promise<void> {
	await page.goto(product.url + PEOPLE);
	await whenHydrated(page);
	await page.getByRole("region", { name: "Invite someone" }).getByLabel("Email", { exact: true }).fill(email);
}

test("an invitation asks for the password when the sign-in is old, keeps what was typed, and is sent once", {}, async ({
	page,
	product,
}) => {
	const account = await signIn(page, product);
	await grow(product, account);
	await page.setViewportSize({ width: 360, height: 740 });
	await fillInvitation(page, product, "grace@example.org");
	await page.keyboard.press("Enter");
	const password = sheet(page).getByLabel("Password", { exact: true });
	await expect(password).toBeFocused();
	await expectAxeCleanNow(page, "the question", { within: "dialog[open]", targets: true });
	await page.keyboard.press("Escape");
	await expect(sheet(page)).toHaveCount(0);
	await expect(page.getByRole("alert")).toContainText("Nothing was done.");
	const field = page.getByRole("region", { name: "Invite someone" }).getByLabel("Email", { exact: true });
	await expect(field).toHaveValue("grace@example.org");

	await button(page, "Send invitation").press("Enter");
	await expect(password).toBeFocused();
	await page.keyboard.type("wrong");
	await page.keyboard.press("Enter");
	await expect(password).toHaveAccessibleDescription(/That is not your password\./);
	await expect(password).toBeFocused();
	await page.context().setOffline(true);
	await password.fill(PASSWORD);
	await page.keyboard.press("Enter");
	await expect(sheet(page).getByRole("alert")).toContainText("You are offline. Nothing was sent.");
	await expect(password).toHaveValue(PASSWORD);
	await page.context().setOffline(false);
	await button(page, "Confirm").click();
	await expect(sheet(page)).toHaveCount(0);
	await expect(page.getByRole("region", { name: "Invitations" })).toContainText("grace@example.org");
	const { invitations } = await (await apiClient(product.url, asAccount(account))("listMembers")).json();
	expect(invitations).toHaveLength(1);
});

test("with codes from an app it asks for one, too; a form that has the password asks for the code alone", async ({
	page,
	product,
}) => {
	const account = await signIn(page, product);
	const call = apiClient(product.url, asAccount(account));
	const { secret } = await (await call("beginTotp", { body: { current: PASSWORD } })).json();
	const app = new TOTP({ secret: Secret.fromBase32(secret) });
	expect((await call("confirmTotp", { body: { code: app.generate() } })).status).toBe(200);
	await grow(product, account);
	await page.goto(`${product.url}/dashboard/settings/delete`);
	await button(page, "Delete my account").click();
	await page.getByRole("region", { name: "Delete the account" }).getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.keyboard.press("Enter");
	const code = sheet(page).getByLabel("Code", { exact: true });
	await expect(code).toBeFocused();
	await expect(sheet(page).getByLabel("Password", { exact: true })).toHaveCount(0);
	await page.keyboard.type("000000");
	await page.keyboard.press("Enter");
	await expect(code).toHaveAttribute("aria-invalid", "true");
	await code.fill(app.generate({ timestamp: Date.now() + 30_000 }));
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(product.url);
	expect((await call("readMe")).status).toBe(401);
});

test("without codes, a form that has the password asks for nothing more; a download asks before it starts", async ({
	page,
	product,
}) => {
	const account = await signIn(page, product);
	await grow(product, account);
	await page.goto(`${product.url}/dashboard/settings/data`);
	await button(page, "Download my data").click();
	await sheet(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
	const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
	expect(file.suggestedFilename()).toMatch(/^my-data-/);
	await grow(product, account);
	await page.goto(`${product.url}/dashboard/settings/delete`);
	await button(page, "Delete my account").click();
	await page.getByRole("region", { name: "Delete the account" }).getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(product.url);
});

test("a passkey confirms by itself; one that can’t be unlocked leaves the password", async ({ page, product }) => {
	const account = await signIn(page, product);
	const authenticator = await addAuthenticator(page);
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(`${product.url}/dashboard/settings/sign-in`);
	const passkeys = page.getByRole("region", { name: "Passkeys", exact: true });
	await button(page, "Add a passkey").click();
	await page.getByLabel("Name", { exact: true }).fill("Laptop");
	await button(page, "Continue").click();
	await expect(passkeys.getByRole("listitem")).toContainText("Laptop");

	await grow(product, account);
	await authenticator.unlock(false);
	await button(page, "Add a passkey").click();
	await page.getByLabel("Name", { exact: true }).fill("Phone");
	await button(page, "Continue").click();
	await expect(button(page, "Confirm with a passkey")).toBeVisible();
	await expectAxeCleanNow(page, "the question with a passkey", {
		within: "dialog[aria-labelledby=prove-again]",
		targets: true,
	});
	await button(page, "Confirm with a passkey").click();
	await expect(sheet(page).getByRole("alert")).toContainText("No passkey was used. Nothing was done.");
	await authenticator.unlock(true);
	await button(page, "Confirm with a passkey").click();
	await expect(sheet(page)).toHaveCount(0);
	await expect(page.getByRole("alert")).toContainText("This device has a passkey for your account already.");
	await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Phone");
	await button(page, "Cancel").click();

	await grow(product, account);
	await page.getByRole("button", { name: /Laptop/ }).click();
	await page.getByRole("menuitem", { name: "Remove" }).click();
	await button(page, "Remove").click();
	await sheet(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.keyboard.press("Enter");
	await expect(passkeys.getByRole("listitem")).toHaveCount(0);
});
