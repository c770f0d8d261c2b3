import AxeBuilder from "@axe-core/playwright";
import { signIn } from "./accounts-kit.ts";
import { expect, test, whenHydrated, whenInstalled } from "./kit.ts";

const SIZES = [
	{ width: 360, height: 740 },
	{ width: 1280, height: 800 },
];

for (const viewport of SIZES) {
	test.describe(`at ${viewport.width} px`, () => {
		test.use({ viewport });

		test("B14 a host is claimed, its proof is looked for and not found, and it is let go of", async ({
			page,
			product,
		}) => {
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
			await expect(card).toContainText("Not shown yet");
			await expect(card.getByText("_plumbline.shop.example.com", { exact: true })).toBeVisible();
			await expect(card.getByText("https://shop.example.com/.well-known/plumbline.txt")).toBeVisible();
			await expect(card.getByText(/^plumbline-verify=[0-9a-f]{32}$/).first()).toBeVisible();
			await expect(host).toHaveValue("");

			await card.getByRole("button", { name: "Look for the proof" }).click();
			await expect(card.getByRole("status").filter({ hasText: "Looked on" })).toContainText(
				"_plumbline.shop.example.com",
			);

			for (const colorScheme of ["light", "dark"] as const) {
				await page.emulateMedia({ colorScheme });
				const { violations } = await new AxeBuilder({ page }).analyze();
				expect(violations).toEqual([]);
			}
			expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

			await card.getByRole("button", { name: "Remove", exact: true }).click();
			await card.getByRole("button", { name: "Keep it" }).click();
			await card.getByRole("button", { name: "Remove", exact: true }).click();
			await card.getByRole("button", { name: "Remove it" }).click();
			await expect(card).toHaveCount(0);
		});
	});
}

test("without a network the hosts read before are shown with their age, and nothing is shown to nobody", async ({
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
	await context.setOffline(true);
	await expect(page.getByRole("main").getByText("There is no connection.")).toBeVisible();
	await expect(page.getByRole("article")).toHaveCount(1);
	await page.reload();
	await expect(page.getByText("Nothing kept on this device yet.")).toBeVisible();
});
