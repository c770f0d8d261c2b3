import type { Page } from "@playwright/test";
import { createAccount } from "../../support/server/accounts.ts";
import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
import { signIn } from "../accounts-kit.ts";
import { type Product, test, whenHydrated, whenInstalled } from "../kit.ts";
import { act, addMany, expect, openOutbox, PATIENCE_MS, sent } from "../outbox/outbox-kit.ts";

test.describe.configure({ timeout: PATIENCE_MS });

const NMAP = "Nmap EOL scan";
const DESKTOP = { width: 1280, height: 800 };
test.use({ viewport: DESKTOP, device: "installed" });

const question = (page: Page) => page.getByRole("dialog", { name: /still waiting$/ });

const cardOf = (page: Page, name: string) =>
	page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

/** Fills in the open form and saves the request: there is no network. */
async function save(page: Page, target: string, email?: string): Promise<void> {
	const dialog = page.getByRole("dialog", { name: "Configure Scan" });
	// It suggests targets, so its role is that of a combobox.
	await dialog.getByRole("combobox").first().fill(target);
	if (email) await dialog.getByLabel("Email").fill(email);
	await dialog.getByRole("button", { name: "Start scan" }).click();
	await expect(dialog).toBeHidden();
}

/** The account's scans, as the server's database has them. */
const targetsOf = ({ server }: Product, owner: string): Promise<string[]> =>
	withEmbeddedDatabase(server.varDir, async (client) => {
		const { rows } = await client.query<{ target: string }>("SELECT target FROM scans WHERE owner = $1", [owner]);
		return rows.map(({ target }) => target);
	});

async function askToSignOut(page: Page): Promise<void> {
	await page.getByRole("banner").getByRole("button", { name: "Ada Lovelace" }).click();
	await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
	await expect(question(page)).toBeVisible();
}

async function signInByForm(page: Page, { email, password }: { email: string; password: string }, next: string) {
	await page.goto(new URL(`/auth/login?next=${next}`, page.url()).href);
	await whenHydrated(page);
	await page.getByLabel("Email", { exact: true }).fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
	await expect(page).toHaveURL(new RegExp(`${next}$`));
}

test("promise 6: signing out with requests waiting: what cannot be sent can be kept, exported or discarded", async ({
	page,
	context,
	product,
}) => {
	const account = await signIn(page, product);
	await openOutbox(page, product, "/dashboard/outbox");
	await context.setOffline(true);
	await addMany(page, ["first.example", "second.example"], { email: account.email, kind: NMAP });

	await askToSignOut(page);
	await question(page).getByRole("button", { name: "Send now, then sign out" }).click();
	await expect(question(page).getByRole("status")).toContainText("2 could not be sent now.");
	await expect(page).toHaveURL(/\/dashboard\/outbox/);

	await question(page).getByRole("button", { name: "Export first" }).click();
	await expect(question(page)).toHaveCount(0);
	await expect(page.getByRole("heading", { name: "Hand over" })).toBeVisible();
	await expect(page.getByRole("button", { name: "Export 2 requests" })).toBeEnabled();
	await page.getByRole("button", { name: "Close" }).click();
	await expect(page.getByRole("button", { name: "Hand over" })).toBeFocused();

	// By keyboard alone: closing it leaves everything as it is.
	await askToSignOut(page);
	await page.keyboard.press("Escape");
	await expect(question(page)).toHaveCount(0);
	await expect(page.getByRole("article")).toHaveCount(2);

	await askToSignOut(page);
	await question(page).getByRole("button", { name: "Discard and sign out" }).click();
	await expect(page).toHaveURL(/\/auth\/login/);
	await expect(page.getByText("You are signed out on this device", { exact: true })).toBeVisible();
	await context.setOffline(false);
	await signInByForm(page, account, "/dashboard/outbox");
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	expect(sent(product, "first.example")).toEqual([]);
});

test("promise 6: what can be sent before the sign-out goes out once, as its account; the next user sees none of it", {}, async ({
	page,
	context,
	product,
}) => {
	// Not in a separate window: a page behind another one renders nothing, and each click takes seconds.
	const grace = await createAccount(product);
	const ada = await signIn(page, product);
	await page.goto(`${product.url}/dashboard/scans`);
	await whenInstalled(page);
	await context.setOffline(true);
	await cardOf(page, "Combined").getByRole("button", { name: "Run Scan" }).click();
	await save(page, `http://localhost:${product.practicePort}/?before-leaving`);
	product.line.fault = "unreachable";
	await context.setOffline(false);
	await askToSignOut(page);
	await question(page).getByRole("button", { name: "Send now, then sign out" }).click();
	await expect(question(page).getByRole("status")).toContainText("One could not be sent now.");
	product.line.fault = "none";
	await question(page).getByRole("button", { name: "Send now, then sign out" }).click();
	await expect(page).toHaveURL(/\/auth\/login/);
	expect(await targetsOf(product, ada.accountId)).toEqual([expect.stringContaining("?before-leaving")]);

	await signInByForm(page, ada, "/dashboard/scans");
	await page.getByRole("tab", { name: /Scan History/ }).click();
	await expect(page.getByRole("link", { name: /Combined scan of .*before-leaving/ })).toBeVisible();
	await context.setOffline(true);
	await cardOf(page, "Nmap EOL").getByRole("button", { name: "Run Scan" }).click();
	await save(page, "mine-alone.example");
	await askToSignOut(page);
	await question(page).getByRole("button", { name: "Keep for me and sign out" }).click();
	await expect(page).toHaveURL(/\/auth\/login/);
	await context.setOffline(false);
	await signInByForm(page, grace, "/dashboard/outbox");
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	await page.goto(`${product.url}/dashboard/scans?tab=history`);
	await expect(page.getByRole("tab", { name: /Scan History/ })).toHaveText("Scan History0");
	await expect(page.getByText(/mine-alone|before-leaving/)).toHaveCount(0);
	expect(sent(product, "mine-alone.example")).toEqual([]);

	await signInByForm(page, ada, "/dashboard/outbox");
	await expect.poll(() => sent(product, "mine-alone.example")).toMatchObject([{ account: ada.accountId }]);
});

test("promise 6: a visitor's offline request is asked about in the dashboard, sent as the account, and makes one scan", async ({
	page,
	context,
	product,
}) => {
	await page.goto(`${product.url}/dashboard/scans`);
	await whenInstalled(page);
	await context.setOffline(true);
	await cardOf(page, "SSLyze").getByRole("button", { name: "Run Scan" }).click();
	await save(page, "unclaimed.example:443");
	await cardOf(page, "Nmap EOL").getByRole("button", { name: "Run Scan" }).click();
	await save(page, "discarded.example");
	product.line.writes.length = 0;
	await context.setOffline(false);

	const ada = await createAccount(product);
	product.line.writes.length = 0;
	await signInByForm(page, ada, "/dashboard/scans");
	const prompt = page.getByRole("region", { name: "Saved before you signed in" });
	await expect(prompt).toContainText("2 scans were saved before you signed in: send them as Ada Lovelace, or discard?");
	expect(sent(product, ".example")).toEqual([]);

	await page.goto(`${product.url}/dashboard/outbox`);
	await act(page, "discarded.example", "Discard");
	await expect(page.getByText("Discarded: discarded.example")).toBeInViewport();
	await expect(prompt).toContainText("One scan was saved before you signed in: send it as Ada Lovelace, or discard?");
	await page.goto(`${product.url}/dashboard/scans`);
	product.line.fault = {
		status: 501,
		body: { code: "engine_unavailable", message: "Not here, the test says." },
	};
	await prompt.getByRole("button", { name: "Send as me" }).click();
	await expect(prompt).toHaveCount(0);
	await expect.poll(() => sent(product, "unclaimed.example")).toMatchObject([{ account: ada.accountId }]);
	expect(sent(product, "discarded.example")).toEqual([]);

	// This time: one target that the server accepts, and one that is no longer wanted.
	product.line.fault = "none";
	await page.getByRole("banner").getByRole("button", { name: "Ada Lovelace" }).click();
	await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
	await question(page).getByRole("button", { name: "Discard and sign out" }).click();
	await expect(page).toHaveURL(/\/auth\/login/);
	await page.goto(`${product.url}/dashboard/scans`);
	await whenHydrated(page);
	await context.setOffline(true);
	await cardOf(page, "Combined").getByRole("button", { name: "Run Scan" }).click();
	await save(page, `http://localhost:${product.practicePort}/?claimed`, ada.email);
	await context.setOffline(false);
	await signInByForm(page, ada, "/dashboard/scans");
	expect(await targetsOf(product, ada.accountId)).toEqual([]);
	await prompt.getByRole("button", { name: "Send as me" }).click();
	await expect(prompt).toHaveCount(0);
	await expect.poll(() => targetsOf(product, ada.accountId)).toEqual([expect.stringContaining("?claimed")]);
});

test("another account signs in in another tab: the screen is cleared, and nothing waiting is sent as the new one", async ({
	page,
	context,
	product,
}) => {
	const grace = await createAccount(product);
	const ada = await signIn(page, product);
	await openOutbox(page, product, "/dashboard/outbox");
	await context.setOffline(true);
	await addMany(page, ["of-ada.example", "thrown.example"], { email: ada.email, kind: NMAP });
	await act(page, "thrown.example", "Discard");
	await expect(page.getByText("Discarded: thrown.example")).toBeVisible();
	product.line.fault = "unreachable";
	await context.setOffline(false);
	const other = await context.newPage();
	await other.addInitScript(() => sessionStorage.setItem("plumbline-account", "seeded"));
	product.line.fault = "none";
	product.line.writes.length = 0;
	await other.goto(`${product.url}/auth/login`);
	await signInByForm(other, grace, "/dashboard/overview");
	await expect(page.getByText("of-ada.example")).toHaveCount(0);
	await expect(page.getByText("thrown.example")).toHaveCount(0);
	await expect(page.getByRole("article")).toHaveCount(0);
	await expect(page.getByRole("banner")).not.toContainText("to look at");
	expect(sent(product, "of-ada.example").filter(({ account }) => account !== ada.accountId)).toEqual([]);
	await expect(other.getByText(/of-ada/)).toHaveCount(0);
});
