import type { Page } from "@playwright/test";
import { API_BASE, API_PATHS, MCP_PATH } from "#contract/routes.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { expect, test } from "../kit.ts";
import { joinedMember } from "./workspace-kit.ts";

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const TOKENS = "/dashboard/settings/integrations";

test("a token is shown once, copied, listed and revoked", async ({ page, context, product }) => {
	await signIn(page, product);
	await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: product.url });
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(product.url + TOKENS);
	await expect(part(page, "API tokens")).toContainText("No tokens yet.");
	const assistants = part(page, "AI assistants");
	await expect(assistants.getByLabel("MCP address", { exact: true })).toHaveValue(product.url + MCP_PATH);
	await button(page, "Copy the MCP address").click();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(product.url + MCP_PATH);
	const more = await assistants.getByRole("link", { name: "How to connect one" }).getAttribute("href");
	const described = await page.request.get(`${product.url}${more}`);
	expect(await described.text()).toContain('id="mcp"');
	await expectAxeClean(page, "no tokens", { targets: true });

	const form = part(page, "Make a token");
	await form.getByLabel("Name", { exact: true }).fill("Nightly scan in CI");
	await button(page, "Make token").click();
	await expect(form.getByRole("group", { name: "What it may do" })).toHaveAccessibleDescription(
		/Please choose at least one scope\./,
	);
	await expect(form.getByLabel("Name", { exact: true })).toHaveValue("Nightly scan in CI");
	await expectAxeClean(page, "a token without a scope", { targets: true });
	await form.getByLabel("Read findings", { exact: true }).check();
	// Two taps make one token.
	const sent: string[] = [];
	page.on("request", (request) => {
		if (request.method() === "POST" && request.url().endsWith(API_BASE + API_PATHS.tokens)) sent.push(request.url());
	});
	await button(page, "Make token").dblclick();
	const secret = form.getByLabel("Token", { exact: true });
	await expect(secret).toHaveValue(/^plb_[0-9A-Za-z]{49}$/);
	await expect(secret).toBeFocused();
	expect(sent).toHaveLength(1);
	const token = await secret.inputValue();
	await button(page, "Copy the token").click();
	await expect(form.getByText("Copied", { exact: true })).toBeVisible();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
	await expectAxeClean(page, "a token that was made", { targets: true });
	const read = () =>
		fetch(product.url + API_BASE + API_PATHS.findings, { headers: { Authorization: `Bearer ${token}` } });
	expect((await read()).status).toBe(200);

	await button(page, "Done").click();
	await expect(secret).toHaveCount(0);
	await page.reload();
	const row = page.getByRole("list", { name: "API tokens" }).getByRole("listitem");
	await expect(row).toContainText(/Nightly scan in CI.*Read findings.*Last used on/s);
	expect(await page.content()).not.toContain(token);

	await button(page, "Revoke Nightly scan in CI").click();
	const question = page.getByRole("dialog");
	await expect(question).toContainText("Programs that use it are refused at once.");
	await expectAxeClean(page, "a question before revoking", { within: "dialog" });
	await button(page, "Keep").click();
	expect((await read()).status).toBe(200);
	await button(page, "Revoke Nightly scan in CI").click();
	await question.getByRole("button", { name: "Revoke", exact: true }).click();
	await expect(row).toContainText("Revoked.");
	await expect(button(page, "Revoke Nightly scan in CI")).toHaveCount(0);
	expect((await read()).status).toBe(401);
});

test("without a connection nothing is made and what was typed stays", async ({ page, context, product }) => {
	await signIn(page, product);
	await page.goto(product.url + TOKENS);
	const form = part(page, "Make a token");
	await form.getByLabel("Name", { exact: true }).fill("From a train");
	await form.getByLabel("Read tasks", { exact: true }).check();
	await context.setOffline(true);
	await button(page, "Make token").click();
	await expect(form.getByText("No token was made")).toBeVisible();
	await expect(form.getByLabel("Name", { exact: true })).toHaveValue("From a train");
	await expect(form.getByLabel("Read tasks", { exact: true })).toBeChecked();
	await context.setOffline(false);
	await button(page, "Make token").click();
	await expect(form.getByLabel("Token", { exact: true })).toHaveValue(/^plb_/);
});

test("an auditor is offered no scope that writes, and sees only their own tokens", { tag: "@road" }, async ({
	page,
	browser,
	product,
}) => {
	const owner = await signIn(page, product);
	const auditor = (await joinedMember(browser, product, owner, { role: "auditor" })).page;
	await auditor.goto(product.url + TOKENS);
	await expect(part(auditor, "API tokens")).toContainText("You see your own tokens.");
	const scopes = part(auditor, "Make a token").getByRole("group", { name: "What it may do" });
	await expect(scopes.getByLabel("Read assessments and templates", { exact: true })).toBeVisible();
	await expect(scopes.getByLabel(/^(Start|Create)/)).toHaveCount(0);
});
