import { signIn } from "../accounts-kit.ts";
import { newAddress, test } from "../kit.ts";
import { addMany, card, changeRecords, expect, openOutbox, PATIENCE_MS, sent, storeEntries } from "./outbox-kit.ts";

test.use({ device: "installed" });
test.describe.configure({ timeout: PATIENCE_MS });

const NMAP = "Nmap EOL scan";

test("promise 6: a request saved before signing in asks; a yes sends it as the account, and no other account sees it", {
	tag: "@road",
}, async ({ page, context, product }) => {
	const email = newAddress();
	await openOutbox(page, product);
	await addMany(page, ["unclaimed.example"], { email, kind: NMAP });
	await expect(card(page, "unclaimed.example")).toContainText("Sign in to send it.");
	expect(product.line.writes).toEqual([]);

	product.line.fault = "none";
	const ada = await signIn(page, product);
	product.line.writes.length = 0;
	await openOutbox(page, product);
	await expect(page.getByText(/One scan was saved before you signed in: send it as Ada Lovelace/)).toBeVisible();
	product.line.fault = { status: 501, body: { code: "engine_unavailable", message: "Not here, the test says." } };
	await page.getByRole("button", { name: "Send as me" }).click();
	await expect(card(page, "unclaimed.example")).toContainText("Not here, the test says.");
	expect(sent(product, "unclaimed.example")).toMatchObject([{ account: ada.accountId }]);

	product.line.fault = "none";
	const other = await context.newPage();
	await signIn(other, product);
	await openOutbox(other, product);
	await expect(other.getByText("Nothing is waiting.")).toBeVisible();
	await expect(other.getByRole("article")).toHaveCount(0);
});

test("promise 6: signed out, neither tab nor worker sends for an account; after a session ends, requests are held and ask", {
	tag: "@road",
}, async ({ page, context, product }) => {
	const account = await signIn(page, product);
	await openOutbox(page, product, "/dashboard/outbox");
	await context.setOffline(true);
	await addMany(page, ["mine.example"], { email: account.email, kind: NMAP });
	await changeRecords(page, "signedOut", { signedOut: true });
	product.line.writes.length = 0;
	// Without an owner and later in line: once it is sent, the pass has skipped the account's entries.
	const unowned = { target: `http://localhost:${product.practicePort}/?unowned`, email: account.email };
	await storeEntries(page, [{ kind: "combined-scan", body: unowned, owner: "anonymous" }]);
	await context.setOffline(false);
	await page.evaluate(() => dispatchEvent(new Event("online")));
	await expect.poll(() => sent(product, "?unowned")).toHaveLength(1);
	expect(sent(product, "mine.example")).toEqual([]);

	// First the session: the outbox may send by itself as soon as it may send at all.
	await context.clearCookies();
	await changeRecords(page, "signedOut", { signedOut: false });
	await card(page, "mine.example").getByRole("button", { name: "Send now" }).click();
	await expect(card(page, "mine.example")).toContainText("Sign in with the account that requested it");
	const accounts = sent(product, "mine.example").map((one) => one.account);
	expect(new Set(accounts)).toEqual(new Set([account.accountId]));
});

test("promise 6: signing out with requests waiting asks; if kept, no one sees or sends them until that account is back", async ({
	page,
	context,
	product,
}) => {
	const account = await signIn(page, product);
	await openOutbox(page, product, "/dashboard/outbox");
	await context.setOffline(true);
	await addMany(page, ["kept.example"], { email: account.email, kind: NMAP });
	await page.getByRole("button", { name: "Ada Lovelace" }).click();
	await page.getByRole("button", { name: "Sign out" }).click();
	const dialog = page.getByRole("dialog", { name: "One request is still waiting" });
	await dialog.getByRole("button", { name: "Stay signed in" }).click();
	await expect(dialog).toHaveCount(0);
	await page.getByRole("button", { name: "Ada Lovelace" }).click();
	await page.getByRole("button", { name: "Sign out" }).click();
	await expect(dialog).toContainText("it stays in this browser, not encrypted");
	await expect(dialog).toContainText("anyone who can use this browser profile can read it");
	await dialog.getByRole("button", { name: "Keep for me and sign out" }).click();
	await expect(page).toHaveURL(/\/auth\/login/);
	await expect(page.getByText("The requests you kept stay on this device, not encrypted")).toBeVisible();
	product.line.writes.length = 0;
	await context.setOffline(false);
	await openOutbox(page, product);
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	await expect(page.getByText("Waiting requests are not encrypted")).toBeVisible();
	await expect(page.getByText("kept.example")).toHaveCount(0);
	// What is requested now is sent in a pass that skips the account's entries.
	await addMany(page, [`http://localhost:${product.practicePort}/?unowned`], { email: account.email });
	await expect.poll(() => sent(product, "?unowned")).toHaveLength(1);
	expect(sent(product, "kept.example")).toEqual([]);
});

test("promise 6: only the account that added a request sees it, even if the scan needs no account", async ({
	page,
	context,
	product,
}) => {
	const account = await signIn(page, product);
	await openOutbox(page, product, "/dashboard/outbox");
	await context.setOffline(true);
	await addMany(page, ["combined.example"], { email: account.email });
	await expect(card(page, "combined.example")).toBeVisible();
	await page.evaluate(() => localStorage.clear());
	await page.goto(`${product.url}/outbox`);
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	await expect(page.getByText("combined.example")).toHaveCount(0);
});
