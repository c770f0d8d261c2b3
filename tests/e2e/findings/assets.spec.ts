import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeCleanInThemes } from "../axe-clean.ts";
import { whenKept } from "../kept-kit.ts";
import { expect, test, whenHydrated, whenInstalled } from "../kit.ts";
import { json, knowAccount, ownClientId } from "../known-account.ts";
import { findingsOf, scanPracticeTarget } from "./findings-kit.ts";

test.use({ device: "installed" });

test.describe("on a phone", () => {
	test.use({ viewport: { width: 360, height: 740 } });

	test("a host is added, its proof is checked and not found, and it is removed", {
		annotation: { type: "acceptance", description: "B14" },
	}, async ({ page, product }) => {
		await signIn(page, product);
		await page.goto(`${product.url}/dashboard/assets`);
		await whenHydrated(page);
		await expect(page.getByText("No host yet.")).toBeVisible();

		// What cannot be a host is refused at its field, and stays typed.
		const host = page.getByLabel("Host name or IP address");
		await host.fill("10.0.0.0/8");
		await page.keyboard.press("Enter");
		await expect(page.getByRole("alert")).toContainText("Not added");
		await expect(host).toHaveValue("10.0.0.0/8");

		await host.fill("https://Shop.Example.com/cart");
		await page.getByRole("button", { name: "Add" }).click();
		const card = page.getByRole("article", { name: "shop.example.com" });
		await expect(card).toContainText("Not verified yet");
		await expect(card.getByText("_plumbline.shop.example.com", { exact: true })).toBeVisible();
		await expect(card.getByText("https://shop.example.com/.well-known/plumbline.txt")).toBeVisible();
		await expect(card.getByText(/^plumbline-verify=[0-9a-f]{32}$/).first()).toBeVisible();
		await expect(host).toHaveValue("");

		await card.getByRole("button", { name: "Check now" }).click();
		await expect(card.getByRole("status").filter({ hasText: "Checked on" })).toContainText(
			"_plumbline.shop.example.com",
		);

		await expectAxeCleanInThemes(page, "hosts");

		const dialog = page.getByRole("dialog", { name: "Remove this host?" });
		await card.getByRole("button", { name: "Remove shop.example.com" }).click();
		await dialog.getByRole("button", { name: "Keep it" }).click();
		await expect(dialog).toBeHidden();
		await card.getByRole("button", { name: "Remove shop.example.com" }).click();
		await dialog.getByRole("button", { name: "Remove", exact: true }).click();
		await expect(card).toHaveCount(0);
	});
});

test("a scanned host shows its open findings, what expires, its scans, and its client", {
	annotation: { type: "acceptance", description: "S2.162, B14" },
}, async ({ page, product }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	const account = await signIn(page, product);
	const { total } = await scanPracticeTarget(product, account);
	await page.goto(`${product.url}/dashboard/assets`);
	const card = page.getByRole("article", { name: "localhost" });
	await expect(card).toContainText("Ownership not verified.");
	await expect(card.getByText(/^Support for nginx .+ ended on/)).toBeVisible();

	// The client, changed in place, by keyboard.
	await card.getByRole("button", { name: "Add a client: localhost" }).focus();
	await page.keyboard.press("Enter");
	await page.getByRole("dialog", { name: "Add a client" }).getByLabel("Name").fill("Practice & Sons");
	await page.keyboard.press("Enter");
	await expect(card.getByLabel("Client").locator("option:checked")).toHaveText("Practice & Sons");
	await card.getByRole("button", { name: "Move", exact: true }).press("Enter");
	const change = card.getByRole("button", { name: "Change the client: localhost" });
	await expect(change).toBeFocused();
	await expect(card).toContainText("Practice & Sons");
	await change.press("Enter");
	await expect(card.getByLabel("Client")).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(change).toBeFocused();
	const { total: ofClient } = await findingsOf(product, account, { client: "Practice & Sons" });
	expect(ofClient).toBe(total);

	const open = card.getByRole("list", { name: "Open findings of localhost" });
	const { total: high } = await findingsOf(product, account, { severity: "high" });
	await open.getByRole("link", { name: `${high} High` }).click();
	await expect(page).toHaveURL(`${product.url}/dashboard/vulnerabilities?state=open&severity=high&host=localhost`);
	await expect(page.getByText(new RegExp(`· ${high} findings$`))).toBeVisible();
	await page.goBack();
	await card.getByRole("link", { name: "Combined scan" }).click();
	await expect(page.getByRole("heading", { name: "Findings", exact: true })).toBeVisible();
	await page.goBack();

	await card.getByRole("button", { name: "Verify ownership" }).click();
	await expect(card).toContainText("Not verified yet");
	await card.getByRole("button", { name: "Remove localhost" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
	await expect(card).toHaveCount(0);
	expect((await findingsOf(product, account)).total).toBe(0);
});

const BASE = {
	client: "",
	claim: null,
	scans: [],
	open: { high: 0, medium: 0, low: 0, none: 0 },
	clientId: ownClientId,
	certificateEndsAt: null,
	endOfLife: [],
};
const SCAN = { scanId: "00000000-0000-4000-8000-000000000001", kind: "nmap" };
const WHY = "It did not answer within 10 minutes. Nothing was scanned. Check the address, or try again later.";
const LONG = `${"a-very-long-name-".repeat(3)}of-a-host.${"department-".repeat(5)}one.example.com`;
const HOSTS = [
	{ ...BASE, host: "new.example.com", evaluation: { status: "not-scanned" } },
	{
		...BASE,
		host: "198.51.100.7",
		client: "Corner Shop",
		evaluation: {
			status: "failed",
			...SCAN,
			at: "2026-05-20T08:00:00.000Z",
			failure: { code: "unreachable", message: WHY },
		},
	},
	{
		...BASE,
		host: LONG,
		evaluation: { status: "partial", gaps: [{ ...SCAN, part: "Ciphers", reason: "The port closed." }], gapsTotal: 3 },
	},
	{ ...BASE, host: "shop.example.com", evaluation: { status: "full" } },
];

test("a host reads differently when it is not scanned, failed, partly evaluated and fully evaluated, and only the last reads as clean", async ({
	page,
	product,
}) => {
	await page.setViewportSize({ width: 320, height: 740 });
	await knowAccount(page);
	await page.route(`**${API_BASE}${API_PATHS.assets}`, (route) => json(route, { assets: HOSTS }));
	await page.route(`**${API_BASE}${API_PATHS.scans}**`, (route) => json(route, { scans: [], next: null, total: 0 }));
	await page.goto(`${product.url}/dashboard/assets?show=failed`);
	await whenHydrated(page);
	const cards = page.getByRole("article");
	await expect(cards).toHaveCount(1);
	await expect(cards).toContainText("Not known: the scan failed");
	await expect(cards).toContainText(WHY);
	await expect(cards.getByRole("link", { name: "View the scan" })).toHaveAttribute(
		"href",
		`/dashboard/scans/${SCAN.scanId}`,
	);
	await page.getByLabel("Show").selectOption("All hosts");
	await expect(page).toHaveURL(`${product.url}/dashboard/assets`);
	await expect(cards).toHaveCount(4);
	await expect(page.getByText("No open findings", { exact: true })).toHaveCount(1);
	const of = (name: string) => page.getByRole("article", { name });
	await expect(of("shop.example.com")).toContainText("No open findingsEvaluatedFully evaluated");
	await expect(of("new.example.com")).toContainText("Not scanned yet");
	await expect(of(LONG)).toContainText("No open findings in what was evaluated");
	await of(LONG).getByText("What was not").click();
	await expect(of(LONG).getByRole("listitem")).toHaveText([
		"Ciphers (Nmap EOL scan): The port closed.",
		"And 2 more parts.",
	]);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
	await expectAxeCleanInThemes(page, "hosts in four states");
	await page.getByLabel("Show").selectOption("Partly evaluated");
	await expect(cards).toHaveCount(1);
	await page.getByLabel("Search").fill("corner");
	await expect(page.getByText("0 hosts of 4")).toBeVisible();
});

test("without a network the saved hosts are shown with their age, and without an account nothing is shown", async ({
	page,
	product,
	context,
}) => {
	await page.goto(`${product.url}/dashboard/assets`);
	await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toBeVisible();

	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/assets`);
	await whenInstalled(page);
	await page.getByLabel("Host name or IP address").fill("shop.example.com");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("article")).toHaveCount(1);
	await whenKept(page, "shop.example.com");
	await context.setOffline(true);
	await expect(page.getByRole("main").getByText("There is no connection.")).toBeVisible();
	await expect(page.getByRole("article")).toHaveCount(1);
	await page.reload();
	await expect(page.getByRole("article", { name: "shop.example.com" })).toBeVisible();
	await expect(page.getByRole("main").getByText(/^As of .+ There is no connection\.$/)).toBeVisible();
});
