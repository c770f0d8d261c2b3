import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import type { EntryOwner, NewEntry } from "#src/requests/entry.ts";
import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
import { signIn } from "../accounts-kit.ts";
import { askForScan, newAddress, type Product, test, whenHydrated } from "../kit.ts";
import {
	act,
	addMany,
	card,
	changeRecords,
	expect,
	openOutbox,
	PATIENCE_MS,
	sentList,
	storeEntries,
} from "./outbox-kit.ts";

test.use({ device: "installed" });
test.describe.configure({ timeout: PATIENCE_MS });

const PHONE = { width: 360, height: 740 };

type Row = { target: string; owner: string; client: string; note: string };

/** The scans with `mark` in their target, as the server's database has them. */
const scansAbout = ({ server }: Product, mark: string): Promise<Row[]> =>
	withEmbeddedDatabase(server.varDir, async (client) => {
		const { rows } = await client.query<Row>(
			"SELECT target, owner, client, note FROM scans WHERE target LIKE '%' || $1 || '%' ORDER BY target",
			[mark],
		);
		return rows;
	});

/** Twelve requests, as a consultant has them in the evening: three clients, two that need a person, one refused. */
async function storeTwelve(page: Page, owner: EntryOwner): Promise<void> {
	const clients = ["Acme Logistics", "Acme Logistics", "Initech", "Northwind Traders International Holdings"];
	const requests = Array.from({ length: 12 }, (_, index): NewEntry => {
		const client = clients[Math.floor(index / 2.5)];
		return {
			kind: "nmap-scan",
			body: { host: `server-${index}.site-of-a-client.example` },
			owner,
			...(client && { client }),
			...(index % 4 === 1 && { note: "Reception, ask for Grace" }),
		};
	});
	await storeEntries(page, requests);
	const error = { at: 1, status: 403, code: "ownership_required", message: "Please verify that this host is yours." };
	await changeRecords(page, "server-3.", { status: "held", reason: "ownership", error });
	await changeRecords(page, "server-8.", { status: "held", reason: "stale" });
	await changeRecords(page, "server-5.", { status: "rejected", error: { ...error, message: "No such host." } });
}

const screensOf = (page: Page) =>
	page.evaluate((height) => document.documentElement.scrollHeight / height, PHONE.height);

test("signed in, what Add many saves is the account's: owner, client and note arrive, and what was sent leads to its scan", async ({
	page,
	product,
}) => {
	const account = await signIn(page, product);
	await openOutbox(page, product, "/dashboard/outbox");
	const target = (mark: string) => `http://localhost:${product.practicePort}/?belongs-${mark}`;
	await page.getByRole("button", { name: "Add many" }).click();
	await page.getByLabel("Client").fill("Umbrella");
	await page.getByLabel("Note").fill("Front desk");
	await page.getByRole("textbox", { name: "Targets" }).fill(`${target("1")}\n${target("2")},Initech,Roof`);
	await expect(page.getByLabel("Reports go to")).toHaveValue(account.email);
	await page.getByRole("button", { name: "Save 2 requests" }).click();
	await expect(page.getByText("All 2 requests were sent.")).toBeVisible();
	expect(await scansAbout(product, "?belongs-")).toEqual([
		{ target: target("1"), owner: account.accountId, client: "Umbrella", note: "Front desk" },
		{ target: target("2"), owner: account.accountId, client: "Initech", note: "Roof" },
	]);

	const row = sentList(page).getByRole("listitem").filter({ hasText: "?belongs-2" });
	await expect(row).toContainText("Combined scan");
	await expect(row).toContainText("Initech");
	await expect(row).toContainText(/\d+ \w+ \d{4}, \d\d:\d\d/);
	await expect(row).not.toContainText(/[0-9a-f]{8}-[0-9a-f]{4}/);
	await expect(row).toContainText(/Finished: \d+ \w+/);
	await row.getByRole("link").click();
	await expect(page).toHaveURL(/\/dashboard\/scans\/[0-9a-f-]{36}$/);

	// Back again, the field suggests the workspace's clients. Both requests are about one host, which belongs to one of them.
	await openOutbox(page, product, "/dashboard/outbox");
	await expect(page.locator("datalist option:is([value=Umbrella], [value=Initech])").first()).toBeAttached();
});

test("the free scan of a signed-in visitor is the account's; without an account it has no owner", async ({
	page,
	browser,
	product,
}) => {
	const target = (mark: string) => `http://localhost:${product.practicePort}/?free-${mark}`;
	const account = await signIn(page, product);
	await page.goto(product.url);
	await whenHydrated(page);
	await askForScan(page, target("mine"), account.email);
	await expect.poll(() => scansAbout(product, "?free-mine")).toMatchObject([{ owner: account.accountId }]);

	const context = await browser.newContext();
	const stranger = await context.newPage();
	await stranger.goto(product.url);
	await whenHydrated(stranger);
	await askForScan(stranger, target("theirs"), newAddress());
	await expect.poll(() => scansAbout(product, "?free-theirs")).toMatchObject([{ owner: "anonymous" }]);
	await context.close();
});

test("a session whose account could not be loaded yet: nothing is saved without an owner, and its account is asked", async ({
	page,
	product,
}) => {
	const account = await signIn(page, product);
	// Signed in, but the answer that names the account got lost.
	await page.route("**/accounts/me/", (route) => route.abort());
	await page.addInitScript(() => {
		if (sessionStorage.getItem("forgotten")) return;
		sessionStorage.setItem("forgotten", "");
		localStorage.removeItem("plumbline-account");
		localStorage.setItem("plumbline-new-session", "");
	});
	await openOutbox(page, product);
	await addMany(page, [`http://localhost:${product.practicePort}/?early`], { email: account.email });
	await expect(card(page, "?early")).toContainText("Sign in to send it.");
	await page.unroute("**/accounts/me/");
	await page.evaluate(() => dispatchEvent(new Event("focus")));
	await page.getByRole("button", { name: "Send as me" }).click();
	await expect.poll(() => scansAbout(product, "?early")).toMatchObject([{ owner: account.accountId }]);
});

test("twelve requests for three clients, and the last three sent, are at most three phone screens", async ({
	page,
	context,
	product,
}) => {
	await page.setViewportSize(PHONE);
	const account = await signIn(page, product);
	await openOutbox(page, product, "/dashboard/outbox");
	await context.setOffline(true);
	await storeTwelve(page, account.accountId);
	const sent = Array.from({ length: 7 }, (_, index): NewEntry => {
		return { kind: "nmap-scan", body: { host: `sent-${index}.example` }, owner: account.accountId, client: "Initech" };
	});
	await storeEntries(page, sent);
	await changeRecords(page, "sent-", { status: "accepted", at: Date.now(), receipt: null });
	await page.reload();
	await expect(page.getByRole("article")).toHaveCount(12);
	for (const client of ["Acme Logistics", "Initech", "Northwind Traders International Holdings", "No client"])
		await expect(page.getByRole("region", { name: client })).toBeVisible();
	await expect(sentList(page).getByRole("listitem")).toHaveCount(3);
	const screens = await screensOf(page);
	test.info().annotations.push({ type: "phone screens", description: screens.toFixed(2) });
	expect(screens).toBeLessThanOrEqual(3);
});

test("what waits for a workspace that the account lost is kept: it says where it belongs, can be saved, and can be discarded", {}, async ({
	page,
	context,
	product,
}) => {
	await page.setViewportSize(PHONE);
	const account = await signIn(page, product);
	await openOutbox(page, product, "/dashboard/outbox");
	await context.setOffline(true);
	const clientId = "c0ffee00-1111-4222-8333-444455556666" as ClientId;
	const workspace = "5b1f0c7e-2f3a-4c60-8a1d-90c3f5a7e101" as WorkspaceId;
	const of = (host: string): NewEntry => ({ kind: "nmap-scan", body: { host }, owner: account.accountId as AccountId });
	await storeEntries(page, [
		{ ...of("lost.example"), workspace, clientId, client: "First Bank" },
		{ ...of("kept.example"), clientId, client: "First Bank" },
	]);
	const error = { at: 1, status: 401, code: "other_workspace", message: "You are not a member." };
	await changeRecords(page, "lost.example", { status: "held", reason: "workspace", error });
	await page.reload();
	await expect(page.getByText("One of them is for another workspace.")).toBeVisible();
	await expect(page.getByRole("region", { name: "First Bank · Another workspace" })).toContainText("lost.example");
	const lost = card(page, "lost.example");
	await expect(lost).toContainText("First Bank · Another workspace");
	await expect(lost).toContainText("You no longer have access to its workspace.");
	await expect(card(page, "kept.example")).not.toContainText("Another workspace");
	await act(page, "kept.example", "Edit");
	await expect(card(page, "kept.example").getByLabel("Note")).toBeVisible();
	await expect(card(page, "kept.example").getByLabel("Client")).toHaveCount(0);

	const saving = page.waitForEvent("download");
	await act(page, "lost.example", "Save a copy");
	const copy = JSON.parse(await readFile(await (await saving).path(), "utf8"));
	expect(copy).toMatchObject({
		workspace,
		clientId,
		client: "First Bank",
		request: { body: { host: "lost.example" } },
	});
	await act(page, "lost.example", "Discard");
	await expect(lost).toHaveCount(0);
});

test("offline, what waits is saved first of all: no button promises to send it", async ({ page, context, product }) => {
	await page.setViewportSize(PHONE);
	await openOutbox(page, product);
	await context.setOffline(true);
	await addMany(page, ["saved.example"], { email: newAddress() });
	await expect(page.getByText("Offline. Requests are saved and sent later.")).toBeVisible();
	await expect(card(page, "saved.example")).toContainText("Saved");
	await expect(page.getByRole("button", { name: /^Send/ })).toHaveCount(0);
	await expect(page.getByRole("button", { name: "Try all now" })).toBeVisible();
	await card(page, "saved.example").getByRole("button", { name: "Actions: saved.example" }).click();
	await expect(page.getByRole("menuitem")).toHaveText(["Try now", "Edit", "Details", "Discard"]);
	await page.keyboard.press("Escape");
	await context.setOffline(false);
	await expect(page.getByText("Offline. Requests")).toHaveCount(0);
});

test("signed out, no screen calls the outbox samples", async ({ page, context, product }) => {
	await openOutbox(page, product, "/dashboard/outbox");
	await context.setOffline(true);
	await addMany(page, ["real.example"], { email: newAddress() });
	await expect(card(page, "real.example")).toBeVisible();
	const notice = page.getByRole("region", { name: "Whose data this is" });
	await expect(notice).toContainText("You are not signed in. What is here belongs to this device.");
	await expect(notice).not.toContainText(/sample/i);
	await page.goto(`${product.url}/dashboard/overview`);
	await expect(page.getByRole("list", { name: "Waiting on this device" })).toContainText("real.example");
	await expect(notice).toContainText("Only requests in the outbox are real.");
	// A group of the settings has no samples either.
	await page.goto(`${product.url}/dashboard/settings/device`);
	await expect(notice).toContainText("What is here belongs to this device.");
});

test("signing out with twelve waiting asks, and counts what another tab saves meanwhile", async ({
	page,
	context,
	product,
}) => {
	await page.setViewportSize({ width: 1280, height: 800 });
	const account = await signIn(page, product);
	await openOutbox(page, product, "/dashboard/outbox");
	const other = await context.newPage();
	await openOutbox(other, product, "/dashboard/outbox");
	await context.setOffline(true);
	const lines = Array.from({ length: 12 }, (_, index) => `waiting-${index}.example`);
	await addMany(page, lines, { email: account.email });
	await page.getByRole("banner").getByRole("button", { name: "Ada Lovelace" }).click();
	await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
	await expect(page.getByRole("dialog", { name: "12 requests are still waiting" })).toBeVisible();
	await addMany(other, ["late.example"], { email: account.email });
	const dialog = page.getByRole("dialog", { name: "13 requests are still waiting" });
	await expect(dialog).toBeVisible();
	await dialog.getByRole("button", { name: "Discard and sign out" }).click();
	await expect(page).toHaveURL(/\/auth\/login/);
	await expect(other.getByRole("article")).toHaveCount(0);
});
