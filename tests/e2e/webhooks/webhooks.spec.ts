import type { Page } from "@playwright/test";
import { KINDS } from "#contract/kinds/kinds.ts";
import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
import { startWebhookReceiver, verified } from "../../support/server/webhook-receiver.ts";
import { callAs } from "../account/workspace-kit.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, expectAxeCleanNow } from "../axe-clean.ts";
import { test as base, expect, type Product, startProduct, whenHydrated } from "../kit.ts";

type Receiving = { product: Product; receiver: Awaited<ReturnType<typeof startWebhookReceiver>> };

/** A product that may send to a receiver on this machine. */
const test = base.extend<object, { receiving: Receiving }>({
	receiving: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
		async ({}, use) => {
			const product = await startProduct({ WEBHOOK_ALLOW: "127.0.0.1" });
			const receiver = await startWebhookReceiver();
			await use({ product, receiver });
			await receiver.close();
			await product.close();
		},
		{ scope: "worker", timeout: 240_000 },
	],
});

const SETTINGS = "/dashboard/settings/integrations";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const row = (page: Page, name: string) =>
	page.getByRole("list", { name: "Webhooks" }).getByRole("listitem").filter({ hasText: name });

async function choose(page: Page, webhook: string, item: string): Promise<void> {
	await button(page, `Actions: ${webhook}`).click();
	await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("a webhook is added by keyboard, tested, told of a real scan, mended, rotated, turned off and deleted", {}, async ({
	page,
	receiving: { product, receiver },
}) => {
	const ada = await signIn(page, product);
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(product.url + SETTINGS);
	await whenHydrated(page);
	await expect(page.getByText("No webhooks yet.")).toBeVisible();
	// By keyboard alone.
	await page.getByLabel("Address", { exact: true }).focus();
	await page.keyboard.type("http://10.0.0.1/hooks");
	await page.getByLabel("A scan ended").focus();
	await page.keyboard.press("Space");
	await page.getByLabel("A finding opened, or opened again").focus();
	await page.keyboard.press("Space");
	await button(page, "Add webhook").press("Enter");
	await expect(page.getByLabel("Address", { exact: true })).toHaveAccessibleDescription(/cannot be sent there/);
	await expect(page.getByLabel("A scan ended")).toBeChecked();
	await page.getByLabel("Address", { exact: true }).fill(`${receiver.url}/hooks`);
	await page.getByLabel("What it is for (optional)").fill("Our SIEM");
	await page.keyboard.press("Enter");
	const secret = await page.getByLabel("Signing secret", { exact: true }).inputValue();
	expect(secret).toMatch(/^whsec_/);
	await expect(page.getByLabel("Signing secret", { exact: true })).toBeFocused();
	await expectAxeCleanNow(page, "a signing secret");
	await button(page, "Done").click();
	await expect(row(page, "Our SIEM")).toContainText("On");
	await expectAxeClean(page, "webhooks", { targets: true });

	await choose(page, "Our SIEM", "Send a test");
	const testing = page.getByRole("dialog", { name: "Send a test message" });
	await button(page, "Send test").click();
	await expect(testing).toContainText("Delivered. Answered 204.");
	receiver.answer = (response) => void response.writeHead(500).end("out of order");
	await button(page, "Send again").click();
	await expect(testing).toContainText("Not delivered. Answered 500.");
	await expect(testing).toContainText("out of order");
	await expectAxeCleanNow(page, "a test message", { within: "dialog[open]" });
	await testing.getByRole("button", { name: "Close" }).last().click();
	receiver.received.splice(0);

	const target = `localhost:${product.practicePort}`;
	await callAs(ada, product, "POST", KINDS.combined.path, { target, email: ada.email });
	await expect.poll(() => receiver.received.length).toBeGreaterThan(3);
	await choose(page, "Our SIEM", "Messages");
	const messages = page.getByRole("dialog", { name: "Messages" });
	const scanEnded = messages.getByRole("listitem").filter({ hasText: "A scan ended" });
	await expect(scanEnded).toContainText(/Waiting · \d+ (try|tries)/);
	await expect(scanEnded).toContainText("Answered 500.");
	await expect(scanEnded).toContainText("Next try:");
	await expectAxeCleanNow(page, "messages", { within: "dialog[open]" });
	await messages.getByLabel("Show").selectOption("Not delivered");
	await expect(messages).toContainText("No messages in this state.");
	receiver.answer = (response) => void response.writeHead(204).end();
	// The next try is a few seconds or minutes away.
	await messages.getByLabel("Show").selectOption("All messages");
	await messages.getByRole("button", { name: "Close" }).last().click();
	const came = receiver.received.map((one) => verified(secret, one));
	expect(came.find(({ type }) => type === "scan.ended")?.data).toMatchObject({ status: "completed", kind: "combined" });
	const opened = came.filter(({ type }) => type === "finding.opened");
	expect(opened.length).toBeGreaterThan(0);
	expect(opened[0]?.data).toMatchObject({ host: "localhost", reopened: false });
	// The link leads to the finding.
	await page.goto(String(opened[0]?.data.link));
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(String(opened[0]?.data.title));

	await page.goto(product.url + SETTINGS);
	await choose(page, "Our SIEM", "New signing secret");
	await button(page, "Make a new secret").click();
	await expect(page.getByLabel("Signing secret", { exact: true })).not.toHaveValue(secret);
	await button(page, "Done").click();
	await expect(row(page, "Our SIEM")).toContainText("The old signing secret works until");
	await choose(page, "Our SIEM", "Edit");
	await page.getByRole("dialog").getByLabel("A task is due").check();
	await button(page, "Save webhook").click();
	await expect(row(page, "Our SIEM")).toContainText("A task is due");
	await choose(page, "Our SIEM", "Turn off");
	await button(page, "Turn off").click();
	await expect(row(page, "Our SIEM")).toContainText("Off");
	await choose(page, "Our SIEM", "Turn on");
	await expect(row(page, "Our SIEM")).toContainText(/On( ·|$|[^a-z])/);
	await choose(page, "Our SIEM", "Delete");
	await button(page, "Delete").click();
	await expect(page.getByText("No webhooks yet.")).toBeVisible();
});

test("what was given up is sent again, and without a connection nothing typed is lost", async ({
	page,
	context,
	receiving: { product, receiver },
}) => {
	const ada = await signIn(page, product);
	const events = ["scan.ended"];
	const made = await callAs(ada, product, "POST", "webhooks/", { url: `${receiver.url}/again`, events });
	await withEmbeddedDatabase(product.server.varDir, async (client) => {
		await client.query("SELECT announce_webhooks($1, $1, now(), $2)", [
			ada.accountId,
			JSON.stringify([{ type: "scan.ended", key: "one", data: {}, screen: "scans" }]),
		]);
		await client.query(
			"UPDATE webhook_deliveries SET state = 'dead', attempts = 8, code = 503, problem = 'status' WHERE webhook_id = $1",
			[made.id],
		);
	});
	const before = receiver.at("/again").length;
	await page.goto(product.url + SETTINGS);
	await whenHydrated(page);
	const host = new URL(receiver.url).host;
	await expect(row(page, host)).toContainText("1 message not delivered");
	await choose(page, host, "Messages");
	const messages = page.getByRole("dialog", { name: "Messages" });
	await button(page, "Send all again that were not delivered").click();
	await expect.poll(() => receiver.at("/again").length).toBe(before + 1);
	await messages.getByRole("button", { name: "Close" }).last().click();
	await expect(row(page, host)).not.toContainText("not delivered");

	await page.getByLabel("Address", { exact: true }).fill("https://example.com/hooks");
	await page.getByLabel("A scan ended").check();
	await context.setOffline(true);
	await button(page, "Add webhook").click();
	await expect(page.getByRole("alert").filter({ hasText: "No webhook was added" })).toBeVisible();
	await expect(page.getByLabel("Address", { exact: true })).toHaveValue("https://example.com/hooks");
	await expect(page.getByLabel("A scan ended")).toBeChecked();
	await context.setOffline(false);
});
