import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { PASSWORD } from "../../support/server/accounts.ts";
import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, expectAxeCleanNow } from "../axe-clean.ts";
import { expect, test } from "../kit.ts";
import { callAs, joinedMember } from "./workspace-kit.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const row = (page: Page, name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name });
const CLIENTS = "/dashboard/settings/clients";

async function choose(page: Page, client: string, item: string): Promise<void> {
	await page.getByRole("button", { name: `Actions: ${client}` }).click();
	await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("clients are added, renamed by two people at once, archived, restored and deleted", async ({ page, product }) => {
	const ada = await signIn(page, product);
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(product.url + CLIENTS);
	await button(page, "Add a client").press("Enter");
	const adding = page.getByRole("dialog", { name: "Add a client" });
	// By keyboard alone.
	await adding.getByLabel("Name", { exact: true }).focus();
	await page.keyboard.type("Acme");
	await page.keyboard.press("Tab");
	await page.keyboard.type("Not a code");
	await page.keyboard.press("Enter");
	await expect(adding.getByLabel(/^Code/)).toHaveAccessibleDescription(/small letters, digits and hyphens/);
	await expect(adding.getByLabel(/^Code/)).toBeFocused();
	await expect(adding.getByLabel("Name", { exact: true })).toHaveValue("Acme");
	await adding.getByLabel(/^Code/).fill("acme");
	await adding.getByRole("radio", { name: "Teal" }).check({ force: true });
	await adding.getByLabel(/^Country/).selectOption("Nigeria");
	await expectAxeCleanNow(page, "adding a client", { within: "dialog[open]" });
	await page.keyboard.press("Enter");
	await expect(adding).toHaveCount(0);
	await expect(row(page, "Acme")).toContainText(/acme.*Nigeria/s);

	await choose(page, "Acme", "Edit");
	const editing = page.getByRole("dialog", { name: "Edit client" });
	await editing.getByLabel("Name", { exact: true }).fill("Acme Bank");
	const { clients } = await callAs(ada, product, "GET", API_PATHS.workspace);
	const acme = clients.find(({ code }: { code: string }) => code === "acme");
	const path = fillPath(API_PATHS.client, { clientId: acme.id });
	await callAs(ada, product, "PATCH", path, { name: "Acme Ltd", sector: "Banking", version: acme.version });
	await button(page, "Save client").click();
	await expect(editing.getByRole("row", { name: "Name Acme Ltd Acme Bank" })).toBeVisible();
	await expect(editing).toContainText("Also saved meanwhile: Sector (Banking).");
	await expect(editing.getByLabel("Name", { exact: true })).toHaveValue("Acme Bank");
	await expectAxeCleanNow(page, "two versions of a client", { within: "dialog[open]" });
	await button(page, "Save mine").click();
	await expect(editing).toHaveCount(0);
	await expect(row(page, "Acme Bank")).toContainText("Nigeria · Banking");

	// The other choice: what is saved.
	await choose(page, "Acme Bank", "Edit");
	await editing.getByLabel("Name", { exact: true }).fill("Mine");
	await callAs(ada, product, "PATCH", path, { name: "Theirs", version: acme.version + 2 });
	await button(page, "Save client").click();
	await button(page, "Use what is saved").click();
	await expect(editing.getByLabel("Name", { exact: true })).toHaveValue("Theirs");
	await button(page, "Cancel").click();

	await choose(page, "Theirs", "Archive");
	await button(page, "Archive").click();
	await expect(page.getByRole("list", { name: "Archived clients" })).toContainText("Theirs");
	await expectAxeClean(page, "clients", { targets: true });
	await choose(page, "Theirs", "Restore");
	await button(page, "Restore").click();
	await expect(page.getByRole("list", { name: "Archived clients" })).toHaveCount(0);

	await choose(page, "Theirs", "Delete");
	const deleting = page.getByRole("dialog", { name: "Delete Theirs?" });
	await deleting.getByLabel("Type Theirs to delete it").fill("theirs, I think");
	await button(page, "Delete for good").click();
	await expect(deleting.getByLabel("Type Theirs to delete it")).toHaveAccessibleDescription(/\S/);
	await deleting.getByLabel("Type Theirs to delete it").fill("Theirs");
	await button(page, "Delete for good").click();
	await expect(deleting).toHaveCount(0);
	await expect(row(page, "Theirs")).toHaveCount(0);
});

test("a logo is shown before it is sent, wrong files are refused in words, and the audit log says what was done", async ({
	page,
	browser,
	product,
}) => {
	const ada = await signIn(page, product);
	await page.goto(`${product.url}/dashboard/settings/workspace`);
	const logo = page.getByRole("region", { name: "Logo", exact: true });
	const file = (name: string, mimeType: string, buffer: Buffer) =>
		page.getByLabel("Logo file").setInputFiles({ name, mimeType, buffer });
	await file("logo.svg", "image/svg+xml", Buffer.from("<svg/>"));
	await expect(logo.getByRole("alert")).toHaveText("A logo is a PNG or JPEG file. Choose another one.");
	await file("large.png", "image/png", Buffer.alloc(100_001));
	await expect(logo.getByRole("alert")).toContainText("a logo has at most 100 kB");
	await file("text.png", "image/png", Buffer.from("not a picture"));
	await button(page, "Save logo").click();
	await expect(logo.getByRole("alert").last()).toContainText("The logo was not changed");
	const shot = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
	await file("logo.png", "image/png", shot);
	await expect(logo.getByRole("img", { name: "The chosen file, logo.png" })).toBeVisible();
	await button(page, "Save logo").click();
	const shown = logo.getByRole("img", { name: "Logo of Analytical Engines" });
	await expect(shown).toBeVisible();
	expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(64);
	await button(page, "Remove logo").click();
	await expect(logo).toContainText("There is no logo yet.");
	await page.getByLabel("Name", { exact: true }).fill("Difference Engines");
	await button(page, "Save workspace").click();
	await expect(page.getByRole("region", { name: "Name and color" })).toContainText("Saved.");

	await page.goto(`${product.url}/dashboard/settings/audit`);
	const log = page.getByRole("list", { name: "Audit log" });
	await expect(log).toContainText("Ada Lovelace renamed the workspace from Analytical Engines to Difference Engines.");
	await expect(log).toContainText("Ada Lovelace changed the workspace’s logo.");
	await expectAxeClean(page, "audit log", { targets: true });
	await page.getByText("Filter", { exact: true }).click();
	await page.getByLabel("What", { exact: true }).selectOption("Signed in");
	await expect(page).toHaveURL(/what=signed-in/);
	await expect(log).not.toContainText("renamed");
	await expect(log).toContainText("signed in");
	await button(page, "Export").click();
	// Asked for at the moment when the file leaves: an unattended session is not enough.
	await withEmbeddedDatabase(product.server.varDir, (client) =>
		client.query("UPDATE sessions SET proved_at = now() - interval '1 hour' WHERE account_id = $1", [ada.accountId]),
	);
	await page.getByRole("link", { name: "JSON Lines, for programs" }).click();
	const sheet = page.getByRole("dialog", { name: "Confirm that it’s you" });
	await sheet.getByLabel("Password", { exact: true }).fill(PASSWORD);
	const [exported] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
	const lines = await readFile(await exported.path(), "utf8");
	expect(
		new Set(
			lines
				.trim()
				.split("\n")
				.map((line) => JSON.parse(line).what),
		),
	).toEqual(new Set(["signed-in"]));

	const { page: other } = await joinedMember(browser, product, ada, { role: "consultant" });
	await other.goto(`${product.url}/dashboard/settings/audit`);
	await expect(other.getByRole("main")).toContainText("Owners, managers and auditors can read the audit log");
	await other.goto(`${product.url}/dashboard/settings`);
	await expect(other.getByRole("link", { name: "Workspace", exact: true })).toHaveAccessibleDescription(
		"Difference Engines · Consultant",
	);
	await expect(other.getByRole("link", { name: "Audit log" })).toHaveCount(0);
	await other.context().close();
});

test("a client is handed over as a file and taken in by a workspace that was created for it; other files are refused in words", async ({
	page,
	product,
}) => {
	const ada = await signIn(page, product);
	await callAs(ada, product, "POST", API_PATHS.clients, { name: "Acme", country: "NG" });
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(product.url + CLIENTS);
	await choose(page, "Acme", "Hand over");
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "Download the file" }).click(),
	]);
	const file = await readFile(await download.path());

	await page.goto(`${product.url}/dashboard/settings/workspace`);
	await button(page, "Create another workspace").click();
	await page.getByLabel("Name of the new workspace").fill("Second Opinion");
	await button(page, "Create workspace").click();
	await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Second Opinion");
	await expect(page.getByRole("button", { name: "Open Analytical Engines" })).toBeVisible();
	await page.goto(product.url + CLIENTS);
	await expect(row(page, "Second Opinion")).toBeVisible();
	const takeIn = page.getByRole("region", { name: "Take in a client" });
	const give = (name: string, buffer: Buffer) =>
		page.getByLabel("File of a client").setInputFiles({ name, mimeType: "application/zip", buffer });
	await give("acme.txt", file);
	await expect(takeIn.getByRole("alert")).toContainText("This is not a .zip file.");
	await give("acme.zip", file.subarray(0, file.length / 2));
	await button(page, "Take in").click();
	await expect(takeIn.getByRole("alert").first()).toContainText("Nothing was taken in");
	await expect(takeIn).toContainText("acme.zip");
	await give("acme.zip", file);
	await button(page, "Take in").click();
	await expect(takeIn.getByRole("status")).toHaveText("Acme is in the list of clients now.");
	await expect(page.getByRole("list", { name: "Clients" })).toContainText(/Acme.*Nigeria/s);
	await expectAxeClean(page, "a client taken in");
});
