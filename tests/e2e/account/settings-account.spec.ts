import type { Page } from "@playwright/test";
import { API_PATHS } from "#contract/routes.ts";
import { PASSWORD, postJson, registrationOf } from "../../support/server/accounts.ts";
import { codeMail } from "../../support/server/code-mail.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeCleanNow } from "../axe-clean.ts";
import { expect, newAddress, type Product, test, whenHydrated } from "../kit.ts";

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A signed-in user in the account's settings. */
async function atSettings(page: Page, product: Product): Promise<string> {
	const address = newAddress();
	await postJson(product.url, API_PATHS.register, registrationOf(address));
	await page.goto(`${product.url}/auth/login?next=/dashboard/settings/account`);
	await whenHydrated(page);
	await label(page, "Email").fill(address);
	await label(page, "Password").fill(PASSWORD);
	await button(page, "Sign in").click();
	await expect(label(page, "First name")).toHaveValue("Ada");
	return address;
}

const kept = (page: Page) => page.evaluate(() => localStorage.getItem("plumbline-account"));

test.describe("on a phone", () => {
	test.use({ viewport: { width: 360, height: 740 } });

	test("a session that ends while typing loses nothing: after signing in again, the change is saved", {}, async ({
		page,
		context,
		product,
	}) => {
		await atSettings(page, product);
		await expectAxeCleanNow(page, "settings");
		await label(page, "First name").fill("Augusta Ada");
		await page.getByRole("checkbox", { name: /updates/ }).check();
		await context.clearCookies();
		await button(page, "Save profile").click();
		const dialog = page.getByRole("dialog", { name: "Sign in again" });
		await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
		await dialog.getByLabel("Password", { exact: true }).fill("wrong");
		await dialog.getByRole("button", { name: "Sign in and continue" }).click();
		await expect(dialog.getByText("Sign in failed", { exact: true })).toBeVisible();
		await expectAxeCleanNow(page, "sign in again", { within: "dialog[open]" });
		await page.keyboard.press("Escape");
		await expect(dialog).toHaveCount(0);
		await expect(part(page, "Profile").getByRole("alert")).toContainText("The profile was not saved");
		await expect(label(page, "First name")).toHaveValue("Augusta Ada");

		await button(page, "Save profile").click();
		await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await dialog.getByLabel("Password", { exact: true }).press("Enter");
		await expect(part(page, "Profile").getByText("Saved.", { exact: true })).toBeVisible();
		expect(await kept(page)).toContain("Augusta Ada Lovelace");
		await page.reload();
		await expect(label(page, "First name")).toHaveValue("Augusta Ada");
		await expect(page.getByRole("checkbox", { name: /updates/ })).toBeChecked();
	});
});

test("the address is confirmed with an emailed code and changes only with the code sent to the new one", async ({
	page,
	product,
}) => {
	const address = await atSettings(page, product);
	const email = part(page, "Email");
	await expect(email).toContainText(`${address} is not confirmed yet.`);
	const first = await codeMail(product.mailbox, address, "/auth/confirm");
	await button(page, "Send another code").click();
	await expect(email.getByText(/Another code is on its way/)).toBeVisible();
	const { code } = await codeMail(product.mailbox, address, "/auth/confirm", 2);
	await label(page, "Code from the mail").fill(first.code);
	await button(page, "Confirm the address").click();
	await expect(label(page, "Code from the mail")).toHaveAccessibleDescription(/This code is wrong/);
	await label(page, "Code from the mail").fill(code);
	await button(page, "Confirm the address").click();
	await expect(email).toContainText(`${address} is confirmed.`);

	const next = newAddress();
	await label(page, "New email").fill(next);
	await email.getByLabel("Password", { exact: true }).fill("wrong");
	await button(page, "Change email").click();
	await expect(email.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
		"That is not your current password.",
	);
	await expect(label(page, "New email")).toHaveValue(next);
	await email.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await button(page, "Change email").click();
	const change = await codeMail(product.mailbox, next, "/auth/confirm");
	await expect(email).toContainText(`${address} is confirmed.`);
	await label(page, "Code from the mail").fill(change.code);
	await button(page, "Confirm the address").click();
	await expect(email).toContainText(`${next} is confirmed.`);
	expect(await kept(page)).toContain(next);
});

test("a new password ends the other sessions; signing out everywhere ends this one too; deleting the account takes its password", async ({
	page,
	product,
}) => {
	const address = await atSettings(page, product);
	const sessions = part(page, "Where you are signed in");
	await postJson(product.url, API_PATHS.token, { email: address, password: PASSWORD });
	await page.goto(`${product.url}/dashboard/settings/sign-in`);
	await expect(sessions.getByRole("listitem")).toHaveCount(2);
	await expect(sessions.getByText("With a password, from this network (127.0.0.0/24).")).toHaveCount(2);
	await sessions
		.getByRole("listitem")
		.getByRole("button", { name: /^Sign out/ })
		.click();
	await expect(sessions.getByRole("listitem")).toHaveCount(1);
	await expect(button(page, "Sign out all other devices")).toHaveCount(0);

	for (const _ of ["phone", "tablet"]) {
		await postJson(product.url, API_PATHS.token, { email: address, password: PASSWORD });
	}
	await page.reload();
	await expect(sessions.getByRole("listitem")).toHaveCount(3);
	await button(page, "Sign out all other devices").press("Enter");
	await expect(sessions.getByRole("listitem")).toHaveCount(1);

	await postJson(product.url, API_PATHS.token, { email: address, password: PASSWORD });
	await label(page, "Current password").fill("wrong");
	await label(page, "New password").fill("another horse entirely");
	await button(page, "Change password").click();
	await expect(label(page, "Current password")).toHaveAccessibleDescription("That is not your current password.");
	await expect(label(page, "New password")).toHaveValue("another horse entirely");
	await label(page, "Current password").fill(PASSWORD);
	await button(page, "Change password").click();
	await expect(page.getByText(/Password changed/)).toBeVisible();
	await expect(label(page, "New password")).toHaveValue("");
	await expect(sessions.getByRole("listitem")).toHaveCount(1);

	await button(page, "Sign out everywhere").click();
	await button(page, "Yes, sign out everywhere").click();
	await expect(page).toHaveURL(`${product.url}/auth/login`);
	await expect.poll(() => kept(page)).toBeNull();

	await page.goto(`${product.url}/auth/login?next=/dashboard/settings/delete`);
	await whenHydrated(page);
	await label(page, "Email").fill(address);
	await label(page, "Password").fill("another horse entirely");
	await button(page, "Sign in").click();
	await button(page, "Delete my account").click();
	const deletion = part(page, "Delete the account");
	await deletion.getByLabel("Password", { exact: true }).fill("another horse entirely");
	await button(page, "Delete everything").click();
	await expect(page).toHaveURL(`${product.url}/`);
	await expect.poll(() => kept(page)).toBeNull();
	const answer = await postJson(product.url, API_PATHS.token, { email: address, password: "another horse entirely" });
	expect(answer.status).toBe(401);
});

test("a session signed out offline ends with the first page that is online", async ({ page, context, product }) => {
	await atSettings(page, product);
	const sessionCookie = async () => (await context.cookies()).filter(({ name }) => /session/i.test(name));
	expect(await sessionCookie()).toHaveLength(1);
	await page.evaluate(() => localStorage.setItem("plumbline-account", '{"status":"signed-out"}'));
	await page.goto(product.url);
	await expect.poll(() => kept(page)).toBeNull();
	expect(await sessionCookie()).toEqual([]);
});

test("offline the settings say so and keep what was typed; without an account they offer a sign-in", async ({
	page,
	context,
	product,
}) => {
	for (const path of ["/dashboard/settings", "/dashboard/settings/account"]) {
		await page.goto(product.url + path);
		await whenHydrated(page);
		await expect(page.getByRole("main").getByRole("link", { name: "Sign in", exact: true })).toHaveAttribute(
			"href",
			`/auth/login?next=${path}`,
		);
	}
	await atSettings(page, product);
	await label(page, "Company").fill("Difference Engines");
	await context.setOffline(true);
	await button(page, "Save profile").click();
	await expect(part(page, "Profile").getByRole("alert")).toContainText("You are offline. Nothing was sent.");
	await expect(label(page, "Company")).toHaveValue("Difference Engines");
	await context.setOffline(false);
	await button(page, "Save profile").click();
	await expect(part(page, "Profile").getByText("Saved.", { exact: true })).toBeVisible();
});

test.describe("without a connection", () => {
	test.use({ device: "installed" });

	test("settings that this device has not saved say so, and load by themselves later", async ({
		page,
		context,
		product,
	}) => {
		await signIn(page, product);
		await context.setOffline(true);
		await page.goto(`${product.url}/dashboard/settings/sign-in`);
		await expect(page.getByText("There is no connection. This device has not saved your settings.")).toBeVisible();
		await context.setOffline(false);
		await expect(page.getByRole("button", { name: "Add a passkey" })).toBeVisible();
	});
});
