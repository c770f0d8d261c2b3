import { readFile } from "node:fs/promises";
import { signIn } from "../accounts-kit.ts";
import { expectAxeCleanInThemes } from "../axe-clean.ts";
import { whenKept } from "../kept-kit.ts";
import { expect, installedTest, test, whenHydrated } from "../kit.ts";
import { callsOf, choose, controlsOf } from "./compliance-kit.ts";

test("all controls are moved at once, which is undone, and by keys one is assigned", async ({ page, product }) => {
	const account = await signIn(page, product);
	const call = callsOf(product, account);
	await choose(call, "iso-27001");
	const before = await controlsOf(call);
	const states = async () => Object.groupBy(await controlsOf(call), ({ state }) => state);
	const planned = before.filter(({ state }) => state === "planned").length;
	expect(planned).toBeGreaterThan(10);

	await page.goto(`${product.url}/dashboard/controls`);
	await whenHydrated(page);
	const rows = page.getByRole("list", { name: "Controls" }).getByRole("article");
	await page
		.getByRole("checkbox", { name: /^Select / })
		.first()
		.check();
	const bulk = page.getByRole("group", { name: "Several at once" });
	await bulk.getByRole("button", { name: "Select all" }).click();
	await expect(bulk.getByRole("status")).toHaveText(`${before.length} selected`);
	await expectAxeCleanInThemes(page, "several controls selected");
	await bulk.getByRole("button", { name: "Operating", exact: true }).click();
	// While the pointer is on it, the toast stays: sending all of them may take longer than it would.
	await page.getByText(`${planned} controls: operating`).hover();
	await expect(bulk.getByRole("button")).toHaveCount(0);
	await expect.poll(async () => (await states()).planned ?? []).toEqual([]);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(page.getByText(`Undone: ${planned} controls`)).toBeVisible();
	await expect.poll(async () => (await states()).planned?.length).toBe(planned);

	await rows.first().getByRole("link").focus();
	await page.keyboard.press("j");
	await page.keyboard.press("x");
	await expect(bulk.getByRole("status")).toHaveText("1 selected");
	await page.keyboard.press("a");
	await page.getByRole("dialog", { name: "Owner" }).getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("1 control: owner changed")).toBeVisible();
	await expect
		.poll(async () => (await controlsOf(call)).filter(({ owner }) => owner?.accountId === account.accountId).length)
		.toBe(before.filter(({ owner }) => owner?.accountId === account.accountId).length + 1);
});

installedTest(
	"offline, several changes wait on this device, and are taken back together",
	async ({ page, product, context }) => {
		const account = await signIn(page, product);
		const call = callsOf(product, account);
		await choose(call, "soc-2");
		await page.goto(`${product.url}/dashboard/controls`);
		await whenHydrated(page);
		await whenKept(page, (await controlsOf(call))[0]?.title ?? "");
		const boxes = page.getByRole("checkbox", { name: /^Select / });
		await boxes.nth(0).check();
		await boxes.nth(1).check();
		await context.setOffline(true);
		await page.getByRole("group", { name: "Several at once" }).getByRole("button", { name: "Retire…" }).click();
		const dialog = page.getByRole("dialog", { name: "Retired" });
		await dialog.getByLabel("Why are they retired?").fill("The office closed.");
		await dialog.getByRole("button", { name: "Retire them" }).click();
		await expect(page.getByText("2 controls: retired")).toBeVisible();
		await expect(page.getByText("Saved on this device, waiting to send.")).toBeVisible();
		// The export is what is on screen: the two are gone from it, and nothing is asked of the server.
		await page.getByRole("button", { name: "Export" }).click();
		const download = page.waitForEvent("download");
		await page.getByRole("link", { name: "CSV, for spreadsheets" }).click();
		const csv = await readFile(await (await download).path(), "utf8");
		const shown = (await controlsOf(call)).map(({ code }) => code).slice(2);
		expect(
			csv
				.split("\r\n")
				.slice(1, -1)
				.map((line) => line.split(",")[0]),
		).toEqual(shown);
		await page.keyboard.press("Escape");
		await page.getByRole("button", { name: "Undo" }).click();
		await expect(page.getByText("Undone: 2 controls")).toBeVisible();
		await context.setOffline(false);
		await page.reload();
		await whenHydrated(page);
		expect((await controlsOf(call)).filter(({ state }) => state === "retired")).toEqual([]);
	},
);
