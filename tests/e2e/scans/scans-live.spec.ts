import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { expect, test, whenHydrated } from "../kit.ts";

test("a combined scan of the practice target runs live, from the list to its detail, and is repeated and deleted", {
	annotation: { type: "acceptance", description: "S3.89-S3.105, B04" },
	tag: ["@many", "@road"],
}, async ({ page, product }) => {
	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/scans`);
	await whenHydrated(page);
	await expect(page.getByText("Nothing is running.")).toBeVisible();
	// Badges now say whether the engines are available.
	await expect(page.getByText("active", { exact: true })).toHaveCount(0);
	await expect(page.getByText(/^(Available|Not available here)/)).toHaveCount(5);
	await expect(page.getByRole("tab", { name: /Scheduled/ })).toHaveText("Scheduled0");

	// By keyboard alone.
	await page.locator('[data-kind="combined"]').getByRole("button", { name: "Run Scan" }).focus();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Configure Scan" });
	await dialog.getByLabel("Target").focus();
	await page.keyboard.type(`http://localhost:${product.practicePort}/`);
	await page.keyboard.press("Enter");
	await expect(dialog).toBeHidden();
	await expect(page.getByText("Scan started successfully!", { exact: true })).toBeVisible();

	await page.getByRole("tab", { name: /Scan History/ }).click();
	const history = page.getByRole("list", { name: "Finished scans" });
	await expect(history.locator('[data-status="completed"]')).toHaveText("Completed");
	await expect(page.getByRole("tab", { name: /Scan History/ })).toHaveText("Scan History1");
	await expect(history.getByText(/\d+ findings?/)).toBeVisible();

	await history.getByRole("link", { name: /Combined scan of/ }).click();
	await expect(page.getByRole("heading", { name: "Findings", exact: true })).toBeVisible();
	await expect(page.locator("article[data-rule]").first()).toBeVisible();
	await expect(page.locator("figure pre").first()).toBeVisible();
	await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
	await page.getByText(/^Show all/).click();
	await expect(page.getByRole("cell", { name: /GET http/ }).first()).toBeVisible();
	await expectAxeClean(page, "a scan");
	const address = page.url();
	await page.reload();
	await expect(page.getByRole("heading", { name: "Findings", exact: true })).toBeVisible();

	await page.getByRole("button", { name: /Run again/ }).click();
	await expect(page.getByText("Scan started again", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: /^Delete/ }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
	await expect(page).toHaveURL(/\/dashboard\/scans\?tab=history$/);
	await expect(history.getByRole("listitem")).toHaveCount(1);
	await page.goto(address);
	await expect(page.getByText("You have no such scan.")).toBeVisible();
	await page.goto(`${product.url}/dashboard/scans/nonsense`);
	await expect(page.getByText("You have no such scan.")).toBeVisible();
});

const MANY = 10_000;

test("10,000 scans: the first rows come at once, the document stays small while scrolling, and memory stays flat", async ({
	page,
	product,
}) => {
	const { accountId } = await signIn(page, product);
	await withEmbeddedDatabase(product.server.varDir, (client) =>
		client.query(
			`INSERT INTO scans (id, owner, kind, target, request, status, accepted_at, started_at, finished_at, coverage, progress, high, medium, low, none)
			 SELECT gen_random_uuid(), $1, 'sslyze', 'host-' || n || '.example.com:443', jsonb_build_object('target', 'host-' || n || '.example.com:443'),
			   'completed', at, at, at + interval '9 seconds', 'full', 100, n % 3, 1, 2, 3
			 FROM generate_series(1, $2::integer) AS n, LATERAL (SELECT now() - n * interval '1 minute' AS at) AS row`,
			[accountId, MANY],
		),
	);
	const session = await page.context().newCDPSession(page);
	const heap = async () => {
		await session.send("HeapProfiler.collectGarbage");
		return (await session.send("Runtime.getHeapUsage")).usedSize;
	};
	await page.setViewportSize({ width: 1280, height: 800 });
	const began = Date.now();
	await page.goto(`${product.url}/dashboard/scans?tab=history`);
	const rows = page.getByRole("list", { name: "Finished scans" }).getByRole("listitem");
	await expect(rows.first()).toBeVisible();
	console.log(`10,000 scans: first row after ${Date.now() - began} ms`);
	await expect(page.getByRole("tab", { name: /Scan History/ })).toHaveText("Scan History10,000");
	const before = await heap();

	let most = 0;
	const seen = async () => Number(await rows.last().getAttribute("aria-posinset"));
	await expect(async () => {
		await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }));
		most = Math.max(most, await rows.count());
		expect(await seen()).toBe(MANY);
	}).toPass({ intervals: [20] });
	await expect(rows.last()).toHaveAttribute("aria-setsize", String(MANY));
	const after = await heap();
	console.log(`10,000 scans: ${most} rows at most in the document, heap ${before} → ${after} bytes`);
	expect(most).toBeLessThan(60);
	expect(after).toBeLessThan(before * 6);
});
