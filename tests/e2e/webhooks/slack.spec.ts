import type { Page } from "@playwright/test";
import { startSlackStandIn } from "../../support/server/slack-stand-in.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, expectAxeCleanNow } from "../axe-clean.ts";
import { test as base, expect, type Product, startProduct, whenHydrated } from "../kit.ts";

type Receiving = { product: Product; slack: Awaited<ReturnType<typeof startSlackStandIn>> };

/** A product that may send to a stand-in for Slack on this machine. */
const test = base.extend<object, { receiving: Receiving }>({
	receiving: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
		async ({}, use) => {
			const product = await startProduct({ WEBHOOK_ALLOW: "127.0.0.1" });
			const slack = await startSlackStandIn();
			await use({ product, slack });
			await slack.close();
			await product.close();
		},
		{ scope: "worker", timeout: 240_000 },
	],
});

const SECRET = "abcdefghijklmnopqrstuvwx";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const form = (page: Page) => page.getByRole("region", { name: "Add a webhook" });
const row = (page: Page) =>
	page.getByRole("list", { name: "Webhooks" }).getByRole("listitem").filter({ hasText: "#security" });

async function choose(page: Page, item: string): Promise<void> {
	await button(page, "Actions: #security").click();
	await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("a Slack channel is added, tested, given a new address and told when Slack no longer knows it", async ({
	page,
	context,
	receiving: { product, slack },
}) => {
	await signIn(page, product);
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(`${product.url}/dashboard/settings/integrations`);
	await whenHydrated(page);
	await form(page).getByLabel("Send messages to").selectOption("Slack");
	await expect(form(page).getByLabel("Address")).toHaveAccessibleDescription(/not shown again/);
	await form(page).getByLabel("Address").fill("https://example.com/services/T0/B0/x");
	await form(page).getByLabel("What it is for (optional)").fill("#security");
	await form(page).getByLabel("A task is due").check();
	await button(page, "Add webhook").click();
	await expect(form(page).getByLabel("Address")).toHaveAccessibleDescription(/not the address of a Slack webhook/);
	await expectAxeClean(page, "a wrong Slack address", { targets: true });

	await form(page).getByLabel("Address").fill(`${slack.url}/services/T0/B0/${SECRET}`);
	await context.setOffline(true);
	await button(page, "Add webhook").click();
	await expect(page.getByRole("alert").filter({ hasText: "No webhook was added" })).toBeVisible();
	await expect(form(page).getByLabel("Address")).toHaveValue(`${slack.url}/services/T0/B0/${SECRET}`);
	await expect(form(page).getByLabel("Send messages to")).toHaveValue("slack");
	await context.setOffline(false);
	await form(page).getByLabel("Address").press("Enter");
	await expect(form(page).getByRole("status")).toContainText("#security was added.");
	await form(page).getByRole("button", { name: "Done" }).press("Enter");
	await expect(row(page)).toContainText(`${slack.url}/…uvwx`);
	await expect(row(page)).toContainText("Slack · A task is due");
	await expect(page.getByText(SECRET)).toHaveCount(0);
	await expect(form(page).getByLabel("Address")).toHaveValue("");
	await expectAxeClean(page, "a Slack webhook", { targets: true });

	await choose(page, "Send a test");
	const testing = page.getByRole("dialog", { name: "Send a test message" });
	await expect(testing).toContainText("The message appears in the channel");
	await button(page, "Send test").click();
	await expect(testing).toContainText("Delivered. Answered 200.");
	expect(slack.received.at(-1)?.message.text).toContain("A test message");
	slack.answer = (response) => void response.writeHead(403).end("action_prohibited");
	await button(page, "Send again").click();
	await expect(testing).toContainText("does not let this webhook post there");
	slack.answer = undefined;
	await testing.getByRole("button", { name: "Close" }).last().click();

	await button(page, "Actions: #security").click();
	await expect(page.getByRole("menuitem", { name: "New signing secret" })).toHaveCount(0);
	await page.keyboard.press("Escape");
	await choose(page, "Edit");
	const editing = page.getByRole("dialog", { name: "Edit webhook" });
	await expect(editing.getByLabel("Address")).toHaveValue("");
	await expect(editing.getByLabel("Address")).toHaveAccessibleDescription(/…uvwx\. Leave it empty to keep it\./);
	await expectAxeCleanNow(page, "a Slack webhook that is edited", { within: "dialog[open]" });
	await editing.getByLabel("A scan ended").check();
	await button(page, "Save webhook").click();
	await expect(row(page)).toContainText("A scan ended");
	await expect(row(page)).toContainText("…uvwx");
	await choose(page, "Edit");
	await editing.getByLabel("Address").fill(`${slack.url}/wrong/T0/B0/${SECRET}zyxw`);
	await button(page, "Save webhook").click();
	await expect(row(page)).toContainText("…zyxw");
	await choose(page, "Send a test");
	await button(page, "Send test").click();
	await expect(testing).toContainText("Answered 404. Slack no longer knows this address.");
});
