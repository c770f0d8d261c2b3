import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { decidableOf } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { client } from "#contract/workspaces/workspaces.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { expect, type Product, test } from "../kit.ts";
import { callsOf } from "./compliance-kit.ts";

/** Opens a screen about a framework of the sample. */
async function openSample(page: Page, product: Product, path: string): Promise<void> {
	const call = callsOf(product, await signIn(page, product));
	const { code } = client.parse(await (await call("addSample")).json());
	await page.goto(`${product.url}/dashboard/c/${code}/compliance/${path}`);
}

async function savedBy(page: Page, link: Locator): Promise<{ name: string; bytes: Buffer }> {
	const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
	return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("what an auditor gets: a report with data, its files, and a bundle that opens from the disk with no network", async ({
	page,
	browser,
	product,
}) => {
	await openSample(page, product, "iso-27001?tab=effectiveness");
	const main = page.getByRole("main");
	// A test that ran, with its numbers.
	const control = main.getByRole("article", { name: /^CR-01/ });
	await expect(control.getByText("Hosts looked at")).toBeHidden();
	await control.getByText(/\d of \d+ periods?/).click();
	await expect(control.getByText("Hosts looked at")).toBeVisible();
	await expect(control.locator("dl").filter({ hasText: "Hosts looked at" })).toHaveText(
		/Due\d+Ran[1-9]\d*Passed\d+Failed\d+Incomplete\d+/,
	);
	await expect(main.getByRole("list", { name: "Findings of this time" })).toContainText(/[1-9]\d*Fixed in time/);
	await expectAxeClean(page, "effectiveness with data");

	const link = (name: string) => main.getByRole("link", { name });
	const pdf = await savedBy(page, link("Report as PDF"));
	expect(pdf.name).toMatch(/\.pdf$/);
	expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
	const csv = await savedBy(page, link("Findings as CSV"));
	expect(csv.name).toMatch(/\.csv$/);
	expect(csv.bytes.toString().split("\r\n").length).toBeGreaterThan(2);
	for (const model of ["assessment results", "plan of action and milestones", "component definition"]) {
		const { name, bytes } = await savedBy(page, link(`OSCAL ${model}`));
		expect(name).toMatch(/\.json$/);
		expect(Object.keys(JSON.parse(bytes.toString()))).toEqual([model.replaceAll(" ", "-")]);
	}

	const bundle = await savedBy(page, link("Audit bundle"));
	expect(bundle.name).toMatch(/^audit-bundle-iso-27001-.*\.zip$/);
	const folder = await scratchFolder("bundle");
	for (const [path, content] of Object.entries(unzipSync(new Uint8Array(bundle.bytes)))) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), content);
	}
	const context = await browser.newContext({ offline: true, serviceWorkers: "block" });
	const index = await context.newPage();
	const failed: string[] = [];
	index.on("requestfailed", (request) => failed.push(request.url()));
	await index.goto(pathToFileURL(join(folder, "index.html")).href);
	await expect(index.getByRole("heading", { level: 1 })).toContainText("ISO/IEC 27001:2022");
	await expect(index.getByText("Harbor Clinic (sample)").first()).toBeVisible();
	await expectAxeClean(index, "index of a bundle");
	const targets = await index
		.locator("a[href]")
		.evaluateAll((links) => links.map((one) => (one as HTMLAnchorElement).href));
	const files = targets.filter((href) => href.startsWith("file:") && !href.includes("index.html#"));
	expect(files.length).toBeGreaterThan(5);
	expect(files.filter((href) => !existsSync(fileURLToPath(href)))).toEqual([]);
	expect(failed).toEqual([]);

	// The key that signed it has a page that needs no account.
	await page.reload();
	const key = main.getByRole("link", { name: /^[0-9a-f]{16}$/ });
	const keyPath = (await key.getAttribute("href")) ?? "";
	expect(JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")).signature.keyAddress).toContain(keyPath);
	await context.setOffline(false);
	await index.goto(product.url + keyPath);
	await expect(index.getByRole("heading", { name: /^Signing key of / })).toBeVisible();
	await expectAxeClean(index, "a signing key");

	// A link that expires and only works until it is revoked.
	await main.getByRole("button", { name: "Make a link for an auditor…" }).click();
	const dialog = page.getByRole("dialog", { name: "Link for an auditor" });
	await dialog.getByLabel("Who it is for").fill("Sharp & Partners");
	await dialog.getByRole("button", { name: "Make the link" }).click();
	const url = await dialog.getByLabel("Link", { exact: true }).inputValue();
	await expectAxeClean(page, "a link for an auditor", { within: "dialog[open]" });
	await dialog.getByRole("button", { name: "Done" }).click();
	await index.goto(url);
	const given = await savedBy(index, index.getByRole("link", { name: "Download the bundle" }));
	expect(given.name).toBe(bundle.name);
	expect(Object.keys(unzipSync(new Uint8Array(given.bytes)))).toContain("manifest.json");
	await main.getByRole("button", { name: "Revoke the link for Sharp & Partners" }).click();
	await expect(main.getByRole("list", { name: "Links for auditors" }).getByRole("listitem")).toHaveCount(0);
	await index.goto(url);
	await expect(index.getByRole("heading", { name: "This bundle is not here" })).toBeVisible();
	await context.close();
});

test("the statement is saved in each format; official words are shown before they are loaded, taken out, and put back", async ({
	page,
	product,
}) => {
	await openSample(page, product, "iso-27001?tab=about");
	const main = page.getByRole("main");
	for (const [name, ending, start] of [
		["PDF, to hand over", ".pdf", "%PDF-"],
		["CSV, for spreadsheets", ".csv", "ID,"],
		["XLSX, for Excel", ".xlsx", "PK"],
	] as const) {
		const file = await savedBy(page, main.getByRole("link", { name }));
		expect(file.name.endsWith(ending)).toBe(true);
		expect(file.bytes.toString().startsWith(start)).toBe(true);
	}

	const section = main.getByRole("region", { name: "Official words" });
	const give = (name: string, text: string) =>
		section.getByLabel(/^Load (a|another) file$/).setInputFiles({ name, mimeType: "", buffer: Buffer.from(text) });
	await give("words.docx", "PK");
	await expect(section.getByRole("alert").first()).toHaveText(
		"That is not a JSON, CSV or XLSX file. Nothing was loaded.",
	);
	await give("old.csv", "ISO/IEC 27001:2013\nid,title\nA.5.1,Policies\nA.9.2.1,Registration\n");
	await expect(section.getByRole("alert").last()).toContainText("1 of its 2 IDs would not fit.");
	await give("words.csv", "id,title,text,Owner\nA.5.1,Official title,Official words 漢字,Ada\nA.8.99,Old,Text,Ada\n");
	const dialog = page.getByRole("dialog", { name: "Load these words?" });
	await expect(dialog).toContainText("Fit: 1 of 138 requirements and headings");
	await expect(dialog).toContainText("These columns are not read: “Owner”.");
	await dialog.getByText("Do not fit: 1").click();
	await expect(dialog.getByRole("listitem").filter({ hasText: "A.8.99" })).toContainText("row 3");
	await expectAxeClean(page, "official words, before they are loaded");
	await dialog.getByRole("button", { name: "Cancel" }).click();
	await expect(section.getByText("Load a file", { exact: true })).toBeVisible();
	await give("words.csv", "id,title,text\nA.5.1,Official title,Official words 漢字\n");
	await dialog.getByRole("button", { name: "Load", exact: true }).click();
	await expect(section).toContainText("words for 1 of 138 requirements and headings");
	await page.getByRole("tab", { name: "Requirements" }).click();
	await page.getByRole("searchbox").fill("A.5.1");
	await page.locator('[data-requirement="A.5.1"]').getByRole("button").first().click();
	await expect(page.getByText("Official words 漢字")).toBeVisible();
	await page.getByRole("tab", { name: "About" }).click();
	await section.getByRole("button", { name: "Take them out" }).click();
	await expect(section.getByText("Load a file", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(section).toContainText("words for 1 of 138 requirements and headings");
});

test("reasons are given to many requirements at once, and the statement is approved as a version", async ({
	page,
	product,
}) => {
	const call = callsOf(product, await signIn(page, product));
	const annexA = decidableOf(PACKS["iso-27001"]).map(({ id }) => id);
	const body = { framework: "iso-27001", requirements: annexA, decision: "applicable", justification: "" };
	const params = { frameworkId: "iso-27001" };
	await call("chooseFramework", { params, body: { chosen: true } });
	await call("decideRequirements", { body: { ...body, saidAt: new Date(Date.now() - 60_000).toISOString() } });
	await page.goto(`${product.url}/dashboard/compliance/iso-27001`);
	const main = page.getByRole("main");
	await expect(main.getByText("Clauses 4 to 10 always apply. There is nothing to decide about them.")).toBeVisible();
	await main.getByRole("button", { name: "Decide several" }).click();
	await main.getByRole("button", { name: /Physical controls/ }).click();
	await main.getByLabel("All 14 of these").check();
	await main.getByRole("button", { name: /Know your situation/ }).click();
	await expect(main.getByLabel(/^Choose 4\.1/)).toHaveCount(0);
	await main.getByRole("button", { name: "Applicable, because…" }).click();
	const dialog = page.getByRole("dialog", { name: "Applicable" });
	await dialog.getByLabel("Contract").check();
	await dialog.getByLabel("Risk treatment").check();
	await expectAxeClean(page, "why it applies", { within: "dialog[open]" });
	await dialog.getByRole("button", { name: "It applies" }).click();
	await expect(page.locator('[data-requirement="A.7.14"]')).toContainText("Applicable (contract, risk treatment)");

	await page.getByRole("tab", { name: "About" }).click();
	const statement = main.getByRole("region", { name: "Statement of applicability" });
	await expect(statement).toContainText("Not approved yet");
	await statement.getByRole("button", { name: "Approve version 1…" }).click();
	const approve = page.getByRole("dialog", { name: "Approve version 1" });
	await expectAxeClean(page, "an approval", { within: "dialog[open]" });
	await approve.getByLabel("Note (optional)").fill("Board meeting");
	await approve.getByRole("button", { name: "Approve version 1" }).click();
	await expect(statement).toContainText("Version 1, approved by Ada Lovelace on");
	await expect(statement).toContainText("Board meeting");
	await expect(statement.getByRole("button", { name: /^Approve version/ })).toHaveCount(0);
});
