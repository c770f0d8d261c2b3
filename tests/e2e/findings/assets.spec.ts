import { signIn } from "../accounts-kit.ts";
import { expectAxeCleanInThemes } from "../axe-clean.ts";
import { expect, test, whenHydrated, whenInstalled } from "../kit.ts";
import { findingsOf, scanPracticeTarget, whenKept } from "./findings-kit.ts";

test.use({ device: "installed" });

const SIZES = [
	{ width: 360, height: 740 },
	{ width: 1280, height: 800 },
];

for (const viewport of SIZES) {
	test.describe(`at ${viewport.width} px`, () => {
		test.use({ viewport });

		test("B14 a host is added, its proof is checked and not found, and it is removed", async ({ page, product }) => {
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
}

test("S2.162 B14 a scanned host shows its open findings, what expires, its scans, and its client", async ({
	page,
	product,
}) => {
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
	await page.keyboard.type("Practice & Sons");
	await page.keyboard.press("Enter");
	const change = card.getByRole("button", { name: "Change the client: localhost" });
	await expect(change).toBeFocused();
	await expect(card).toContainText("Practice & Sons");
	await change.press("Enter");
	await page.keyboard.type("not this");
	await page.keyboard.press("Escape");
	await expect(change).toBeFocused();
	const { total: ofClient } = await findingsOf(product, account, { client: "Practice & Sons" });
	expect(ofClient).toBe(total);

	const open = card.getByRole("list", { name: "Open vulnerabilities of localhost" });
	const { total: high } = await findingsOf(product, account, { severity: "high" });
	await open.getByRole("link", { name: `${high} High` }).click();
	await expect(page).toHaveURL(`${product.url}/dashboard/vulnerabilities?host=localhost&severity=high`);
	await expect(page.getByRole("list", { name: "Findings" }).getByRole("listitem")).toHaveCount(high);
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
