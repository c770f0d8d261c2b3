import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { PASSWORD, type TestAccount } from "../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../support/server/api-client.ts";
import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeCleanNow } from "../axe-clean.ts";
import { expect, type Product, test, whenHydrated } from "../kit.ts";
import { addAuthenticator } from "./passkey-kit.ts";
import { callAs, joinedMember } from "./workspace-kit.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const notice = (page: Page) => page.getByRole("region", { name: "Two factors", exact: true });
const requirement = (page: Page) => page.getByRole("checkbox", { name: /^Require two factors/ });

async function addApp(product: Product, account: TestAccount): Promise<TOTP> {
	const call = apiClient(product.url, asAccount(account));
	const { secret } = await (await call("beginTotp", { body: { current: PASSWORD } })).json();
	const app = new TOTP({ secret: Secret.fromBase32(secret) });
	expect((await call("confirmTotp", { body: { code: app.generate() } })).status).toBe(200);
	return app;
}

const openPasskeys = async (page: Page, name: string) => {
	await button(page, "Add a passkey").click();
	await page.getByLabel("Name", { exact: true }).fill(name);
	await button(page, "Continue").click();
	await expect(page.getByRole("region", { name: "Passkeys", exact: true })).toContainText(name);
};

test("it is required once its owner has two factors; a member is shown the way in, and what waited is sent", async ({
	page,
	browser,
	product,
}) => {
	const owner = await signIn(page, product);
	const member = await joinedMember(browser, product, owner, { role: "consultant" });
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(`${product.url}/dashboard/settings/workspace`);
	await requirement(page).click();
	await expect(requirement(page)).toHaveAccessibleDescription(/You would be locked out/);
	await expect(requirement(page)).not.toBeChecked();
	await addApp(product, owner);
	await requirement(page).click();
	await expect(page.getByText("Saved. It holds from the next request of each member.")).toBeVisible();
	await expect(requirement(page)).toBeChecked();
	await expectAxeCleanNow(page, "the requirement", { within: "main" });

	await addAuthenticator(member.page);
	await member.page.setViewportSize({ width: 360, height: 740 });
	await member.page.goto(`${product.url}/dashboard/findings`);
	await expect(notice(member.page)).toContainText("This workspace asks its members for two factors.");
	await expectAxeCleanNow(member.page, "the way in", { within: "section[aria-label='Two factors']", targets: true });
	await member.page.goto(`${product.url}/dashboard/scans`);
	await whenHydrated(member.page);
	await button(member.page, "Run Scan").first().click();
	const dialog = member.page.getByRole("dialog", { name: "Configure Scan" });
	await dialog.getByRole("combobox").first().fill(`http://127.0.0.1:${product.practicePort}`);
	await dialog.getByRole("button", { name: "Start scan" }).click();
	await member.page.goto(`${product.url}/dashboard/outbox`);
	await expect(member.page.getByRole("main")).toContainText("Its workspace asks for two factors.");

	await notice(member.page).getByRole("link", { name: "Set up a passkey or an app" }).click();
	await openPasskeys(member.page, "Phone");
	await expect(notice(member.page)).toHaveCount(0);
	await member.page.goto(`${product.url}/dashboard/outbox`);
	await expect(member.page.getByRole("main")).not.toContainText("Its workspace asks for two factors.");
	const targets = async (): Promise<string[]> => {
		const { scans } = await (await apiClient(product.url, asAccount(owner))("listScans")).json();
		return scans.map(({ target }: { target: string }) => target);
	};
	await expect.poll(targets).toEqual([expect.stringContaining("127.0.0.1")]);
});

test("a session with one factor adds the code of the account’s app, and leaving the question changes nothing", async ({
	page,
	browser,
	product,
}) => {
	const owner = await signIn(page, product);
	await addApp(product, owner);
	const member = await joinedMember(browser, product, owner, { role: "consultant" });
	const other = apiClient(product.url, {});
	const answer = await other("signIn", { body: { email: member.account.email, password: PASSWORD } });
	expect(answer.status).toBe(204);
	const cookie = answer.headers
		.getSetCookie()
		.map((one) => one.split(";")[0])
		.join("; ");
	const app = await addApp(product, { ...member.account, cookie });
	await callAs(owner, product, "PATCH", "workspace/", { twoFactorsRequired: true });

	await member.page.goto(`${product.url}/dashboard/findings`);
	await button(member.page, "Confirm that it’s you").press("Enter");
	const sheet = member.page.getByRole("dialog", { name: "Confirm that it’s you" });
	await expect(sheet).toContainText("This workspace asks its members for two factors, and you signed in with one.");
	await expect(sheet.getByLabel("Password", { exact: true })).toBeFocused();
	await member.page.keyboard.press("Escape");
	await expect(sheet).toHaveCount(0);
	await expect(notice(member.page)).toBeVisible();
	await button(member.page, "Confirm that it’s you").press("Enter");
	await expect(sheet.getByLabel("Password", { exact: true })).toBeFocused();
	await member.page.keyboard.type(PASSWORD);
	await sheet.getByLabel("Code", { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }));
	await member.page.keyboard.press("Enter");
	await expect(notice(member.page)).toHaveCount(0);
});

test("signed in with the password, the owner of a passkey confirms with it before an app is set up", async ({
	page,
	product,
}) => {
	const { accountId } = await signIn(page, product);
	await page.setViewportSize({ width: 360, height: 740 });
	await addAuthenticator(page);
	await page.goto(`${product.url}/dashboard/settings/sign-in`);
	await whenHydrated(page);
	await openPasskeys(page, "Phone");
	// Like a session that started with just the password.
	await withEmbeddedDatabase(product.server.varDir, (client) =>
		client.query("UPDATE sessions SET two_factors = false WHERE account_id = $1", [accountId]),
	);
	const app = page.getByRole("region", { name: "Codes from an app", exact: true });
	await button(page, "Set up an app").click();
	await app.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.keyboard.press("Enter");
	const sheet = page.getByRole("dialog", { name: "Confirm that it’s you" });
	await expect(sheet).toContainText("Your account has a second factor, or your workspace asks for one");
	await expect(sheet.getByLabel("Password", { exact: true })).toHaveCount(0);
	await expectAxeCleanNow(page, "the second factor that is asked for", { within: "dialog[open]" });
	await sheet.getByRole("button", { name: "Cancel", exact: true }).click();
	await expect(app.getByRole("alert")).toContainText("This account has a second factor.");
	await expect(app.locator("code")).toHaveCount(0);
	await app.getByLabel("Password", { exact: true }).press("Enter");
	await button(page, "Confirm with a passkey").click();
	await expect(sheet).toHaveCount(0);
	await expect(app.locator("code")).toBeVisible();

	// The same for a download, if the account's own workspace requires two factors.
	await withEmbeddedDatabase(product.server.varDir, async (client) => {
		await client.query("UPDATE sessions SET two_factors = false WHERE account_id = $1", [accountId]);
		await client.query(
			"UPDATE workspaces SET two_factors_required = true WHERE id IN (SELECT workspace_id FROM memberships WHERE account_id = $1)",
			[accountId],
		);
	});
	await page.goto(`${product.url}/dashboard/settings/data`);
	const download = button(page, "Download my data");
	await download.click();
	await sheet.getByRole("button", { name: "Cancel", exact: true }).click();
	await expect(page.getByRole("alert")).toContainText("The file was not downloaded");
	await expect(download).toBeEnabled();
	await download.click();
	const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Confirm with a passkey").click()]);
	expect(file.suggestedFilename()).toMatch(/^my-data-/);
	await expect(page.getByText("The file was downloaded.")).toBeVisible();
});
