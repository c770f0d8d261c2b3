import type { Page } from "@playwright/test";
import { practiceWeaknesses } from "../support/engines/practice-weaknesses.ts";
import { decodeMail } from "../support/server/mailbox.ts";
import { askForScan, expect, newAddress, test, whenHydrated, whenInstalled } from "./kit.ts";

test.use({ serviceWorkers: "allow" });

/** The report link in an email. */
const reportLink = (raw: string) => {
	const link = /https?:\/\/[^\s"<>]+\/r\/[\w-]+/.exec(decodeMail(raw))?.[0];
	if (!link) throw new Error(`No report link in:\n${raw}`);
	return link;
};

/** Rule ids in the report that is open. */
const rulesShown = async (page: Page) => {
	const rules = await page
		.locator("article[data-rule]")
		.evaluateAll((articles) => articles.map((article) => article.getAttribute("data-rule") ?? ""));
	return [...new Set(rules)].sort();
};

test("a visitor scans the practice target and reads the emailed report", {
	tag: "@road",
	annotation: { type: "acceptance", description: "S0.06, S1.12, S1.16, B01" },
}, async ({ page, product }) => {
	const address = newAddress();
	await page.goto(product.url);
	await whenHydrated(page);
	await askForScan(page, `http://localhost:${product.practicePort}/`, address);
	await expect(page.getByText("Scan launched!", { exact: true })).toBeVisible();

	const mail = await product.mailbox.next(address);
	await page.goto(reportLink(mail.raw));
	await expect(page.getByRole("heading", { level: 1 })).toContainText(`localhost:${product.practicePort}`);
	expect(await rulesShown(page)).toEqual(practiceWeaknesses.http);
	const response = await page.request.get(reportLink(mail.raw));
	expect(response.headers()["cache-control"]).toBe("private, no-store");
	expect(response.headers()["referrer-policy"]).toBe("no-referrer");
	expect(response.headers()["x-robots-tag"]).toContain("noindex");
});

test("the https side of the practice target shows its bad certificate and old protocols", async ({ page, product }) => {
	const address = newAddress();
	await page.goto(product.url);
	await whenHydrated(page);
	await askForScan(page, `https://localhost:${product.practicePort + 1}/`, address);
	const mail = await product.mailbox.next(address);
	await page.goto(reportLink(mail.raw));
	expect(await rulesShown(page)).toEqual(practiceWeaknesses.https);
});

test("promise 2: the answer is lost after the server committed; the entry goes out again under its key and makes one scan", {
	tag: "@road",
}, async ({ page, product }) => {
	const address = newAddress();
	await page.goto(product.url);
	await whenInstalled(page);
	product.line.fault = "lose-answer";
	await askForScan(page, `http://localhost:${product.practicePort}/`, address);
	await expect(page.getByRole("alert")).toContainText("Saved on this device; it will be sent again.");
	product.line.fault = "none";
	await page.getByRole("button", { name: "Submit", exact: true }).click();
	await expect(page.getByText("Scan launched!", { exact: true })).toBeVisible();

	const mail = await product.mailbox.next(address);
	expect(decodeMail(mail.raw)).toContain("/r/");
	const keys = product.line.writes.map(({ key }) => key);
	expect(keys.length).toBeGreaterThanOrEqual(2);
	expect(new Set(keys).size).toBe(1);
	expect(await product.scansFor(address)).toHaveLength(1);
});

test("a captive portal's page does not count as delivery", { tag: "@road" }, async ({ page, product }) => {
	const address = newAddress();
	await page.goto(product.url);
	await whenHydrated(page);
	product.line.fault = "captive-portal";
	await askForScan(page, `http://localhost:${product.practicePort}/`, address);
	await expect(page.getByRole("alert")).toContainText("Saved on this device; it will be sent again.");
	await expect(page.getByText("Scan launched!")).toHaveCount(0);
	product.line.fault = "none";
	await page.getByRole("button", { name: "Submit", exact: true }).click();
	await expect(page.getByText("Scan launched!", { exact: true })).toBeVisible();
	expect(await product.scansFor(address)).toHaveLength(1);
});
