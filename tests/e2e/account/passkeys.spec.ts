import type { Page } from "@playwright/test";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { codeMail } from "../../support/server/code-mail.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, expectAxeCleanNow } from "../axe-clean.ts";
import { expect, newAddress, type Product, test, whenHydrated } from "../kit.ts";
import { type Authenticator, addAuthenticator } from "./passkey-kit.ts";

const SETTINGS = "/dashboard/settings/sign-in";
const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const section = (page: Page) => page.getByRole("region", { name: "Passkeys", exact: true });
const rows = (page: Page) => section(page).getByRole("listitem");
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

async function atPasskeys(page: Page, product: Product): Promise<void> {
	await page.goto(product.url + SETTINGS);
	await expect(button(page, "Add a passkey")).toBeVisible();
}

async function addPasskey(page: Page, name: string): Promise<void> {
	await button(page, "Add a passkey").click();
	await label(page, "Name").fill(name);
	await button(page, "Continue").click();
	await expect(rows(page).filter({ hasText: name })).toBeVisible();
}

const OPTIONS = `**${API_BASE}${API_PATHS.tokenPasskeyOptions}`;

/** Ends this browser's session, as signing out does, while nobody touches the authenticator. By then, passkeys are offered. */
async function atLogin(page: Page, product: Product): Promise<void> {
	await page.context().clearCookies();
	const offered = page.waitForResponse(OPTIONS);
	await page.goto(`${product.url}/auth/login`);
	await whenHydrated(page);
	await offered;
}

/**
 * Presses the button, and touches the authenticator for it. A touch before that would answer the offer below the email field, and turning
 * touch on later does not answer a request that the browser has already started.
 */
async function touchFor(page: Page, authenticator: Authenticator, press: () => Promise<void>): Promise<void> {
	const [asked, touched] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	await page.route(
		OPTIONS,
		async (route) => {
			asked.resolve();
			await touched.promise;
			await route.continue();
		},
		{ times: 1 },
	);
	await press();
	await asked.promise;
	await authenticator.touch(true);
	touched.resolve();
}

test.describe("on a phone", () => {
	test.use({ viewport: { width: 360, height: 740 } });

	test("a passkey is added, signs in with the button and below the email field, and is removed", {
		tag: "@road",
	}, async ({ page, product }) => {
		const account = await signIn(page, product);
		const authenticator = await addAuthenticator(page);
		await atPasskeys(page, product);
		await button(page, "Add a passkey").click();
		const adding = dialog(page, "Add a passkey");
		await expect(adding.getByLabel("Name", { exact: true })).toHaveValue(/^\w+ on \w+$/);
		await expectAxeCleanNow(page, "adding a passkey", { within: "dialog[open]" });
		await adding.getByLabel("Name", { exact: true }).fill("My laptop");
		await button(page, "Continue").click();
		await expect(rows(page)).toHaveCount(1);
		await expect(rows(page)).toContainText("My laptop");
		await expect(rows(page)).toContainText("Not used yet.");
		await expect(adding).toHaveCount(0);
		await expectAxeClean(page, "a passkey in the settings", { within: "main" });
		const [kept] = await authenticator.credentials();
		expect(kept).toMatchObject({ isResidentCredential: true, rpId: "localhost", userName: account.email });

		await authenticator.touch(false);
		await atLogin(page, product);
		await expectAxeCleanNow(page, "sign-in with a button for passkeys");
		await touchFor(page, authenticator, () => button(page, "Sign in with a passkey").click());
		await expect(page).toHaveURL(/\/dashboard/);

		// The user accepts the offer as soon as the page is there.
		await page.context().clearCookies();
		await page.goto(`${product.url}/auth/login?next=${SETTINGS}`);
		await expect(rows(page)).toContainText("Last used");
		await expect(page.getByText("With a passkey, from this network").first()).toBeVisible();

		await page.getByRole("button", { name: "Actions: My laptop" }).click();
		await page.getByRole("menuitem", { name: "Rename" }).click();
		await label(page, "Name").fill("Old laptop");
		await button(page, "Rename").click();
		await expect(rows(page)).toContainText("Old laptop");

		await page.getByRole("button", { name: "Actions: Old laptop" }).click();
		await page.getByRole("menuitem", { name: "Remove" }).click();
		await expect(dialog(page, "Remove Old laptop?")).toContainText("You can still sign in with your password");
		await expectAxeCleanNow(page, "removing a passkey", { within: "dialog[open]" });
		await button(page, "Remove").click();
		await expect(rows(page)).toHaveCount(0);
		// The browser was told.
		await expect.poll(async () => (await authenticator.credentials()).length).toBe(0);
	});
});

test("with the keyboard alone: add, remove, and sign in", async ({ page, product }) => {
	await signIn(page, product);
	const authenticator = await addAuthenticator(page);
	await atPasskeys(page, product);
	await button(page, "Add a passkey").focus();
	await page.keyboard.press("Enter");
	await expect(dialog(page, "Add a passkey")).toBeVisible();
	await label(page, "Name").focus();
	await page.keyboard.press("Enter");
	await expect(rows(page)).toHaveCount(1);
	await expect(button(page, "Add a passkey")).toBeFocused();

	await authenticator.touch(false);
	await atLogin(page, product);
	await button(page, "Sign in").focus();
	await page.keyboard.press("Tab");
	await expect(button(page, "Sign in with a passkey")).toBeFocused();
	await touchFor(page, authenticator, () => page.keyboard.press("Enter"));
	await expect(page).toHaveURL(/\/dashboard/);
});

test("a passkey that the server no longer takes is refused in a sentence, and the page stays usable", async ({
	page,
	product,
}) => {
	await signIn(page, product);
	const authenticator = await addAuthenticator(page);
	await atPasskeys(page, product);
	await addPasskey(page, "Laptop");
	await authenticator.touch(false);
	// Removed elsewhere: this browser is not told.
	await page.route("**/accounts/token/passkey/", (route) =>
		route.fulfill({
			status: 401,
			contentType: "application/json",
			body: JSON.stringify({
				code: "invalid_credentials",
				message: "This passkey was not accepted. Please try again, or sign in another way.",
			}),
		}),
	);
	await atLogin(page, product);
	await touchFor(page, authenticator, () => button(page, "Sign in with a passkey").click());
	await expect(page.getByRole("alert")).toContainText("This passkey was not accepted");
	await expect(page.getByRole("alert")).toContainText("Sign in failed");
	await expectAxeCleanNow(page, "a refused passkey");
});

test("a person who cannot unlock it is told so, and the password still works", async ({ page, product }) => {
	const account = await signIn(page, product);
	const authenticator = await addAuthenticator(page);
	await atPasskeys(page, product);
	await addPasskey(page, "Laptop");
	await authenticator.unlock(false);
	await atLogin(page, product);
	await button(page, "Sign in with a passkey").click();
	await expect(page.getByRole("alert")).toContainText("No passkey was used. Try again, or sign in with your password.");
	await label(page, "Email").fill(account.email);
	await label(page, "Password").fill(account.password);
	await button(page, "Sign in").click();
	await expect(page).toHaveURL(/\/dashboard/);
});

test("without a connection the button says so, and nothing that was typed is lost", async ({ page, product }) => {
	await page.goto(`${product.url}/auth/login`);
	await whenHydrated(page);
	await label(page, "Email").fill("ada@example.org");
	await page.context().setOffline(true);
	await button(page, "Sign in with a passkey").click();
	await expect(page.getByRole("alert")).toContainText(/You are offline\. Nothing was sent|could not be reached/);
	await expect(label(page, "Email")).toHaveValue("ada@example.org");
});

test("an account begins with a passkey in place of a password: code first, then the passkey", async ({
	page,
	product,
}) => {
	const authenticator = await addAuthenticator(page);
	const email = newAddress();
	await page.goto(`${product.url}/auth/register`);
	await whenHydrated(page);
	await label(page, "First name").fill("Ada");
	await label(page, "Last name").fill("Lovelace");
	await label(page, "Email").fill(email);
	await label(page, "Company").fill("Analytical Engines");
	await page.getByLabel(/terms and conditions/).check();
	await button(page, "Use a passkey instead of a password").click();
	await expect(label(page, "Password")).toHaveCount(0);
	await expectAxeCleanNow(page, "registration with a passkey");
	await button(page, "Create account").click();
	await expect(page.getByRole("heading", { name: "Create your passkey" })).toBeVisible();
	const { code } = await codeMail(product.mailbox, email, "/auth/confirm");
	await label(page, "Code from the mail").fill("2222-2222");
	await button(page, "Confirm and create a passkey").click();
	await expect(page.getByText("This code is wrong, expired or already used.")).toBeVisible();
	await expectAxeCleanNow(page, "a wrong code before the passkey");
	await label(page, "Code from the mail").fill(code);
	await button(page, "Confirm and create a passkey").click();
	await expect(page).toHaveURL(/\/dashboard/);
	expect(await authenticator.credentials()).toHaveLength(1);

	await page.context().clearCookies();
	await page.goto(`${product.url}/auth/login?next=${SETTINGS}`);
	await expect(rows(page)).toContainText(/^\w+ on \w+/);
	await expect(rows(page)).toContainText("Last used");
});
