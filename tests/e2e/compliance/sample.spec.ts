import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { expect, test, whenHydrated } from "../kit.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("the sample comes with a tap, answers the three questions on a phone’s first screen, and goes with a tap", async ({
	page,
	product,
}) => {
	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/compliance`);
	await page.getByRole("button", { name: "Look at a sample" }).click();
	await expect(page.getByText("This is sample data: a made-up clinic")).toBeVisible();
	await expect(page.getByRole("list", { name: "Chosen frameworks" }).getByRole("article").first()).toBeVisible();
	await page.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Overview" }).click();

	const answers = page.getByRole("list", { name: "Compliance in short" }).getByRole("link");
	await expect(answers).toHaveText([
		/^What changed(No test changed its result in the last seven days|\d+ changes?, the newest: [A-Z]{2}-\d\d)/,
		/^What is due\d+ things?, the first (was|is) due/,
		/^What an auditor would findEvidence against \d+ of \d+ controls/,
	]);
	for (const answer of await answers.all()) await expect(answer).toBeInViewport({ ratio: 1 });
	const bar = await page.getByRole("navigation", { name: "Tabs" }).boundingBox();
	const last = await answers.last().boundingBox();
	expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
	await expectAxeClean(page, "overview of the sample", { targets: true });
	await answers.last().click();
	await expect(page.getByRole("heading", { name: "What an auditor would find" })).toBeInViewport();

	await page.getByRole("button", { name: "Remove the sample" }).click();
	await expect(page.getByRole("button", { name: "Look at a sample" })).toBeVisible();
	await page.goto(`${product.url}/dashboard/overview`);
	await whenHydrated(page);
	await expect(page.getByRole("link", { name: "Choose a framework" })).toBeVisible();
	await expect(answers).toHaveCount(0);
});
