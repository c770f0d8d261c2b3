import type { Page } from "@playwright/test";
import { API_BASE, API_PATHS, fillPath } from "#contract/routes.ts";
import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
import { callAs } from "../account/workspace-kit.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeCleanNow } from "../axe-clean.ts";
import { keptOf } from "../kept-kit.ts";
import { expect, type Product, test, whenHydrated } from "../kit.ts";
import { json } from "../known-account.ts";
import { addClients, scanFor, switcher, switchTo } from "./clients-kit.ts";

test.use({ viewport: { width: 320, height: 640 } });

const inDatabase = ({ server }: Product, text: string, values: unknown[]) =>
	withEmbeddedDatabase(server.varDir, (database) => database.query(text, values));
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const take = (page: Page) => page.getByRole("region", { name: /on this device|Take this client/ });
const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("with nine clients the switcher has a search, works with the keyboard alone, and an archived one says what is not possible", async ({
	page,
	product,
}) => {
	const ada = await signIn(page, product);
	const names = [
		"Ada & Sons",
		"Borno",
		"Calabar",
		"Delta",
		"Enugu",
		"Funtua",
		"Gombe",
		"A name as long as they come ".repeat(3),
	];
	const made = await addClients(
		page.request,
		product,
		names.map((name, at) => ({ name: name.trim(), code: `client-${at}`, color: "teal" as const })),
	);
	const [first] = made;
	const path = fillPath(API_PATHS.client, { clientId: first?.id ?? "" });
	await callAs(ada, product, "PATCH", path, { archived: true, version: first?.version });
	await page.goto(`${product.url}/dashboard/c/client-7/scans`);
	await whenHydrated(page);
	await switcher(page).press("Enter");
	const dialog = page.getByRole("dialog", { name: "Show" });
	await dialog.getByRole("searchbox", { name: "Search clients" }).fill("DELT");
	await expect(dialog.getByRole("listitem")).toHaveText([/Delta/]);
	await dialog.getByRole("searchbox").fill("nothing of the kind");
	await expect(dialog.getByRole("status")).toHaveText("No client has this name.");
	await expectAxeCleanNow(page, "the switcher with a search");
	expect(await overflow(page)).toBe(0);
	// In a search, the first one clears it.
	await page.keyboard.press("Escape");
	await expect(dialog.getByRole("searchbox")).toHaveValue("");
	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);
	await expect(switcher(page)).toBeFocused();
	await page.keyboard.press("Enter");
	await dialog.getByRole("searchbox").fill("ada");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/c\/client-0\/scans$/);
	await expect(switcher(page)).toContainText("Archived");
	await expect(page.getByText("Ada & Sons is archived, so nothing new is created for it.")).toBeVisible();
	await expect(button(page, "Run Scan")).toHaveCount(0);
	await expect(page.getByRole("link", { name: "New Scan" })).toHaveCount(0);
	await expect(page.getByText("Choose a scan above", { exact: false })).toHaveCount(0);
	// Clients about which nothing is known take one line.
	await switchTo(page, "All clients");
	await page.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Overview" }).click();
	await expect(page.getByRole("article", { name: "Borno" })).toContainText("Nothing new, open, overdue or waiting.");
	expect(await overflow(page)).toBe(0);
});

test("taking a client along can be canceled, fails in words, and says when the device is full", async ({
	page,
	product,
}) => {
	const { email } = await signIn(page, product);
	const [acme] = await addClients(page.request, product);
	await scanFor(acme, page.request, product, email);
	await page.goto(`${product.url}/dashboard/c/acme/overview`);
	let answers: "held" | "failed" | "real" = "held";
	let release = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(`**${API_BASE}${API_PATHS.schedules}**`, async (route) => {
		if (answers === "held") await released;
		if (answers === "failed") return json(route, { code: "internal", message: "Something went wrong here." }, 500);
		await route.fallback();
	});
	await button(page, "Take with me").click();
	await expect(take(page).getByRole("status")).toContainText("Keeping");
	await button(page, "Cancel").click();
	release();
	await expect(take(page).getByRole("alert")).toHaveText("Stopped. What is kept so far stays.");
	await expect(take(page).getByRole("status")).toContainText("Not all of it is kept.");

	answers = "failed";
	await button(page, "Refresh").click();
	await expect(take(page).getByRole("alert")).toHaveText(
		"Not all of it could be read. Something went wrong here. What is kept so far stays.",
	);
	answers = "real";
	await page.evaluate(() => {
		IDBObjectStore.prototype.put = () => {
			throw new DOMException("No room.", "QuotaExceededError");
		};
	});
	await button(page, "Refresh").click();
	await expect(take(page).getByRole("alert")).toContainText("This device has no room for more.");
	await expectAxeCleanNow(page, "a client that is kept in part");
	await page.context().setOffline(true);
	await expect(button(page, "Refresh")).toBeDisabled();
	expect(await overflow(page)).toBe(0);
});

test("the rooms of the settings say what cannot be read, keep what was typed, and a second tap sends nothing", async ({
	page,
	product,
}) => {
	await signIn(page, product);
	await addClients(page.request, product);
	let fails = true;
	await page.route(`**${API_BASE}${API_PATHS.members}`, (route) =>
		fails ? json(route, { code: "forbidden", message: "Not now." }, 403) : route.fallback(),
	);
	await page.goto(`${product.url}/dashboard/settings/people`);
	await expect(page.getByRole("alert")).toHaveText("Could not load the people. Not now.");
	fails = false;
	await button(page, "Try again").click();
	await expect(page.getByRole("list", { name: "Members" }).getByRole("listitem")).toHaveCount(1);
	expect(await overflow(page)).toBe(0);

	await page.goto(`${product.url}/dashboard/settings/clients`);
	await button(page, "Add a client").click();
	const dialog = page.getByRole("dialog", { name: "Add a client" });
	await dialog.getByLabel("Name", { exact: true }).fill("Typed once");
	await page.context().setOffline(true);
	await button(page, "Add client").click();
	await expect(dialog.getByRole("alert")).toContainText("Not saved");
	await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Typed once");
	await page.context().setOffline(false);
	const posts: string[] = [];
	page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
	await button(page, "Add client").dblclick();
	await expect(dialog).toHaveCount(0);
	await expect(page.getByRole("list", { name: "Clients" }).getByText("Typed once")).toHaveCount(1);
	expect(posts.filter((url) => url.endsWith(API_PATHS.clients))).toHaveLength(1);

	// 200 % text.
	await page.evaluate(() => {
		document.documentElement.style.fontSize = "200%";
	});
	expect(await overflow(page)).toBe(0);
});

test("a member who is removed loses it in every tab; an account without the workspace it began with gets another, or learns how", async ({
	page,
	product,
	browser,
}) => {
	const other = await (await browser.newContext()).newPage();
	const { accountId: workspace } = await signIn(other, product);
	await addClients(other.request, product);
	await other.context().close();
	const { accountId } = await signIn(page, product);
	await inDatabase(product, "INSERT INTO memberships (workspace_id, account_id, role) VALUES ($1, $2, 'consultant')", [
		workspace,
		accountId,
	]);
	await page.goto(`${product.url}/dashboard/c/acme/scans?workspace=${workspace}`);
	await expect(switcher(page)).toContainText("Acme Bank");
	const second = await page.context().newPage();
	await second.goto(`${product.url}/dashboard/c/borno/scans`);
	await expect(switcher(second)).toContainText("Borno Health");
	await expect.poll(() => keptOf(page, workspace)).toBeGreaterThan(0);
	// An open screen could learn it, and say so, just before a reload takes that away again.
	await page.goto("about:blank");
	await inDatabase(product, "DELETE FROM memberships WHERE workspace_id = $1 AND account_id = $2", [
		workspace,
		accountId,
	]);
	await page.goto(`${product.url}/dashboard/c/acme/scans`);
	await expect(page.getByText("What this device kept of it was deleted.", { exact: false })).toBeVisible();
	await expect(second.getByText("Borno Health")).toHaveCount(0);
	await expect.poll(() => keptOf(second, workspace)).toBe(0);
	await second.close();

	// As a founder who leaves the company.
	const leave = () =>
		inDatabase(product, "DELETE FROM memberships WHERE workspace_id = $1 AND account_id = $1", [accountId]);
	await inDatabase(product, "INSERT INTO memberships (workspace_id, account_id, role) VALUES ($1, $2, 'owner')", [
		accountId,
		workspace,
	]);
	await page.goto("about:blank");
	await leave();
	await page.goto(`${product.url}/dashboard/overview`);
	const notice = page.getByRole("status").filter({ hasText: "the workspace you began with" });
	await expect(notice).toContainText("Create a workspace in the settings, or accept an invitation.");
	await page.goto("about:blank");
	await inDatabase(product, "INSERT INTO memberships (workspace_id, account_id, role) VALUES ($1, $2, 'consultant')", [
		workspace,
		accountId,
	]);
	await page.goto(`${product.url}/dashboard/overview`);
	await expect(notice).toContainText("Here is Analytical Engines.");
	await expect(page.getByRole("list", { name: "Clients, worst first" })).toContainText("Acme Bank");
	await button(page, "OK").click();
	await expect(notice).toHaveCount(0);
});
