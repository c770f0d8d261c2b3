import type { Page } from "@playwright/test";
import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
import { CONNECTIONS } from "../../support/tickets/connections.ts";
import { startGitHub } from "../../support/tickets/github-stand-in.ts";
import { GITLAB_TOKEN, startGitLab } from "../../support/tickets/gitlab-stand-in.ts";
import { callAs } from "../account/workspace-kit.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, expectAxeCleanNow } from "../axe-clean.ts";
import { findingsOf, seedFindings } from "../findings/findings-kit.ts";
import { test as base, expect, type Product, startProduct, whenHydrated } from "../kit.ts";

type Tracking = {
	product: Product;
	github: Awaited<ReturnType<typeof startGitHub>>;
	gitlab: Awaited<ReturnType<typeof startGitLab>>;
};

/** A product that may talk to trackers on this machine. */
const test = base.extend<object, { tracking: Tracking }>({
	tracking: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
		async ({}, use) => {
			const product = await startProduct({ TICKET_ALLOW: "127.0.0.1" });
			const [github, gitlab] = [await startGitHub(), await startGitLab()];
			await use({ product, github, gitlab });
			await Promise.all([github.close(), gitlab.close(), product.close()]);
		},
		{ scope: "worker", timeout: 240_000 },
	],
});

const SETTINGS = "/dashboard/settings/integrations";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tickets = (page: Page) => page.getByRole("list", { name: "Tickets" }).getByRole("listitem");
const HOST = "shop.example.com";
const SEED = { title: "Directory listing", rule: "dir-listing", severity: "high", host: HOST, places: 1 } as const;

async function choose(page: Page, tracker: string, item: string): Promise<void> {
	await button(page, `Actions: ${tracker}`).click();
	await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("a tracker is connected by keyboard, checked, mended and removed", async ({
	page,
	tracking: { product, github, gitlab },
}) => {
	await signIn(page, product);
	await page.setViewportSize({ width: 320, height: 640 });
	await page.goto(product.url + SETTINGS);
	await whenHydrated(page);
	await expect(page.getByText("No trackers yet.")).toBeVisible();
	await page.getByLabel("Tracker name").focus();
	await page.keyboard.type("Website team");
	await page.getByLabel("Server").fill("http://10.0.0.1");
	await page.getByLabel("Repository").fill("acme/web");
	await page.getByLabel("Access token").fill("wrong");
	await page.keyboard.press("Enter");
	await expect(page.getByLabel("Server")).toHaveAccessibleDescription(/cannot be sent there/);
	await expect(page.getByLabel("Access token")).toHaveValue("wrong");
	await page.getByLabel("Server").fill(github.url);
	await page.keyboard.press("Enter");
	const checking = page.getByRole("dialog", { name: "Check the tracker" });
	await expect(checking).toContainText("did not accept the token");
	await expect(checking).toContainText("Bad credentials");
	await expectAxeCleanNow(page, "a check", { within: "dialog[open]" });
	await page.keyboard.press("Escape");
	await expect(page.getByLabel("Access token")).toHaveValue("");

	await choose(page, "Website team", "Edit");
	const editing = page.getByRole("dialog", { name: "Edit tracker" });
	await expect(editing.getByLabel("Access token")).toHaveValue("");
	await editing.getByLabel("Access token").fill(CONNECTIONS.github.token);
	await button(page, "Save tracker").click();
	await choose(page, "Website team", "Check");
	await expect(checking).toContainText("The project can be reached.");
	await button(page, "Check again").click();
	await expect(checking).toContainText("The project can be reached.");
	await checking.getByRole("button", { name: "Close" }).last().click();

	await page.getByLabel("System").selectOption("GitLab");
	await page.getByLabel("Tracker name").fill("Platform");
	await page.getByLabel("Server").fill(gitlab.url);
	await page.getByRole("textbox", { name: "Project", exact: true }).fill("acme/platform/web");
	await page.getByLabel("Access token").fill(GITLAB_TOKEN);
	await button(page, "Connect tracker").click();
	await expect(checking).toContainText("The token can create issues.");
	await checking.getByRole("button", { name: "Close" }).last().click();
	await expectAxeClean(page, "trackers", { targets: true });
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

	for (const name of ["Website team", "Platform"]) {
		await choose(page, name, "Remove");
		await button(page, "Remove").click();
	}
	await expect(page.getByText("No trackers yet.")).toBeVisible();
});

test("a finding becomes a ticket once, and shows that it is closed after the fix", async ({
	page,
	context,
	tracking: { product, github, gitlab },
}) => {
	const ada = await signIn(page, product);
	await seedFindings(product, ada, [SEED]);
	const [finding] = (await findingsOf(product, ada)).findings;
	const address = `${product.url}/dashboard/vulnerabilities/${finding?.fingerprint}`;
	await page.setViewportSize({ width: 320, height: 640 });
	await page.goto(address);
	await whenHydrated(page);
	await expect(page.getByText("No tracker is connected.")).toBeVisible();
	await callAs(ada, product, "POST", "trackers/", { name: "Web", url: github.url, ...CONNECTIONS.github });
	await page.reload();
	await whenHydrated(page);
	await expect(button(page, "Create ticket in Web")).toBeVisible();
	await context.setOffline(true);
	await expect(page.getByText("A ticket needs a connection. Nothing was sent.")).toBeVisible();
	await expect(button(page, "Create ticket in Web")).toBeDisabled();
	await context.setOffline(false);
	const issues = github.issues.length;
	await button(page, "Create ticket in Web").press("Enter");
	const link = tickets(page).getByRole("link", { name: /^#\d+/ });
	await expect(link).toHaveAttribute("href", new RegExp(`^${github.url}/acme/web/issues/\\d+$`));
	await expect(tickets(page)).toContainText("Open");
	await expect(button(page, "Create ticket in Web")).toBeHidden();
	await expectAxeClean(page, "a ticket", { targets: true });
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
	expect(github.issues).toHaveLength(issues + 1);

	// A second tracker: another ticket, and the choice is remembered.
	await callAs(ada, product, "POST", "trackers/", { name: "Platform", url: gitlab.url, ...CONNECTIONS.gitlab });
	await page.reload();
	await whenHydrated(page);
	await button(page, "Create ticket in Platform").click();
	await expect(tickets(page)).toHaveCount(2);
	await expect(tickets(page).filter({ hasText: "Platform" })).toContainText("Open");

	await withEmbeddedDatabase(product.server.varDir, (client) =>
		client.query("UPDATE findings SET fixed_at = now() WHERE fingerprint = $1", [finding?.fingerprint]),
	);
	await expect.poll(() => github.issues.at(-1)?.state).toBe("closed");
	await page.reload();
	await expect(tickets(page).filter({ hasText: "Web" })).toContainText("Closed");
	await expect(tickets(page).filter({ hasText: "Platform" })).toContainText("Closed");
	expect([...github.broken, ...gitlab.broken]).toEqual([]);
});

test("a task becomes a ticket; what went wrong is said, and tried again", async ({
	page,
	tracking: { product, github, gitlab },
}) => {
	const ada = await signIn(page, product);
	const id = crypto.randomUUID();
	await callAs(ada, product, "POST", "tasks/", { id, title: "Renew the certificate", note: "", controls: [] });
	for (const [name, which, url] of [
		["Web", "github", github.url],
		["Platform", "gitlab", gitlab.url],
	] as const) {
		await callAs(ada, product, "POST", "trackers/", { name, url, ...CONNECTIONS[which] });
	}
	await page.goto(`${product.url}/dashboard/tasks/${id}`);
	await whenHydrated(page);
	gitlab.before = (_, response) => {
		response.writeHead(403, { "content-type": "application/json" }).end('{"message":"403 Forbidden"}');
		return true;
	};
	await page.getByLabel("Tracker", { exact: true }).selectOption("Platform (GitLab)");
	await button(page, "Create ticket").dblclick();
	await expect(tickets(page)).toContainText("The token is not allowed to do this.");
	await expect(tickets(page)).toContainText("GitLab says: 403 Forbidden");
	await expectAxeClean(page, "a ticket that failed", { targets: true });
	gitlab.before = () => false;
	const issues = gitlab.issues.length;
	await button(page, "Try again").click();
	await expect(tickets(page).getByRole("link", { name: /^#\d+/ })).toBeVisible();
	expect(gitlab.issues).toHaveLength(issues + 1);
	expect(gitlab.issues.at(-1)?.title).toBe("Renew the certificate");

	await button(page, "Done").click();
	await expect.poll(() => gitlab.issues.at(-1)?.state).toBe("closed");
	await page.reload();
	await expect(tickets(page)).toContainText("Closed");
});
