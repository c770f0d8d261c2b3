import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, expectAxeCleanInThemes } from "../axe-clean.ts";
import { complaintsOf } from "../complaints.ts";
import { whenKept } from "../kept-kit.ts";
import { expect, installedTest, test, whenHydrated } from "../kit.ts";
import { callsOf, choose, controlOf, controlsOf, requirementOf } from "./compliance-kit.ts";

test("two frameworks are chosen, with their consequences said before and after", async ({ page, product }) => {
	const call = callsOf(product, await signIn(page, product));
	const complaints = complaintsOf(page, ["error", "warning"]);
	await page.goto(`${product.url}/dashboard/compliance`);
	await expect(page.getByRole("link", { name: "Choose a framework" })).toBeVisible();
	await expectAxeClean(page, "compliance, first use");
	for (const [name, summary] of [
		["ISO/IEC 27001:2022", /^ISO\/IEC 27001:2022/],
		["SOC 2", /^SOC 2/],
	] as const) {
		await page.locator("summary").filter({ hasText: summary }).click();
		await page.getByRole("button", { name: `Choose ${name}…` }).click();
		const dialog = page.getByRole("dialog", { name: `Choose ${name}?` });
		await expect(dialog).toContainText("each with a test");
		await expectAxeCleanInThemes(page, `choosing ${name}`, { within: "dialog[open]" });
		await dialog.getByRole("button", { name: "Choose it" }).click();
		await expect(dialog).toHaveCount(0);
		// Without a host there is nothing to schedule yet.
		const next = page.getByRole("dialog", { name: `Schedule scans for ${name}` });
		await expect(next).toContainText("No hosts yet.");
		await next.getByRole("button", { name: "Continue" }).click();
		await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
		await page.getByRole("link", { name: "All frameworks" }).click();
		await expect(page.getByRole("article", { name })).toContainText("open decision");
	}
	expect((await controlsOf(call, { framework: "soc-2" })).length).toBeGreaterThan(10);
	await expectAxeClean(page, "compliance with two frameworks");

	await page.getByRole("article", { name: "SOC 2" }).getByRole("link").click();
	await expect(page.getByRole("heading", { level: 1, name: "SOC 2" })).toBeVisible();
	await page.getByRole("tab", { name: "About" }).click();
	await expect(page.getByRole("link", { name: "XLSX, for Excel" })).toBeVisible();
	await expectAxeClean(page, "about a framework");
	await page.getByRole("button", { name: "Give it up…" }).click();
	await expect(page.getByRole("dialog")).toContainText("Decisions, controls, tests and evidence stay");
	await page.getByRole("dialog").getByRole("button", { name: "Give it up" }).click();
	await expect(page.getByText("You have not chosen it.")).toBeVisible();
	expect((await controlsOf(call, { framework: "soc-2" })).length).toBeGreaterThan(10);
	expect(complaints).toEqual([]);
});

test("choosing a framework schedules the scans of the client's hosts in one form, and opens it", async ({
	page,
	product,
}) => {
	const call = callsOf(product, await signIn(page, product));
	for (const host of ["shop.example.com", "api.example.com"]) await call("claimTarget", { body: { host } });
	await page.goto(`${product.url}/dashboard/compliance`);
	await page
		.locator("summary")
		.filter({ hasText: /^SOC 2/ })
		.click();
	await page.getByRole("button", { name: "Choose SOC 2…" }).click();
	await page.getByRole("button", { name: "Choose it" }).click();
	const dialog = page.getByRole("dialog", { name: "Schedule scans for SOC 2" });
	await expect(dialog.getByLabel("shop.example.com")).toBeChecked();
	await expectAxeCleanInThemes(page, "scheduling a framework's scans", { within: "dialog[open]" });
	await dialog.getByLabel("api.example.com").uncheck();
	await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
	// No such host can be found from here: it says so, and nothing is lost.
	await expect(dialog.getByRole("alert")).toContainText("We could not find shop.example.com");
	await page.route("**/schedules/", (route) =>
		route.continue({
			postData: route
				.request()
				.postData()
				?.replace('"target":"shop.example.com"', `"target":"http://localhost:${product.practicePort}/"`),
		}),
	);
	await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
	await expect(page.getByText("1 host scheduled")).toBeVisible();
	await expect(page.getByRole("heading", { level: 1, name: "SOC 2" })).toBeVisible();
	const { schedules } = await (await call("listSchedules")).json();
	expect(schedules).toMatchObject([
		{ name: "shop.example.com, weekly", recurrence: { type: "weekly", days: ["mon"], time: "06:00" } },
	]);
});

test("a requirement shows what it asks for and its controls, and is decided about in one tap", async ({
	page,
	product,
}) => {
	const call = callsOf(product, await signIn(page, product));
	await choose(call, "iso-27001");
	await page.goto(`${product.url}/dashboard/compliance/iso-27001?requirement=A.8.24`);
	const row = page.locator('[data-requirement="A.8.24"]');
	await expect(row.getByRole("heading", { name: "Controls" })).toBeVisible();
	await expectAxeClean(page, "a requirement");
	// The first click after a reload stays where it is.
	await page.reload();
	await expect(row.getByRole("heading", { name: "Controls" })).toBeVisible();
	const place = () => page.evaluate(() => Math.round(scrollY));
	await expect.poll(place).toBeGreaterThan(500);
	const toggle = row.locator("button[aria-expanded]");
	// Playwright's own click would scroll to it.
	const press = () => toggle.evaluate((button: HTMLElement) => button.click());
	await press();
	await expect(toggle).toHaveAttribute("aria-expanded", "false");
	expect(await place()).toBeGreaterThan(500);
	await press();
	await expect(row.getByRole("heading", { name: "Controls" })).toBeVisible();
	await row.getByRole("button", { name: "Applicable", exact: true }).click();
	await expect.poll(async () => (await requirementOf(call, "iso-27001", "A.8.24"))?.decision?.state).toBe("applicable");
	await row.getByRole("button", { name: "Not applicable…" }).click();
	const dialog = page.getByRole("dialog", { name: "Not applicable" });
	await dialog.getByLabel("Why does it not apply?").fill("We use no cryptography.");
	await dialog.getByRole("button", { name: "It does not apply" }).click();
	await expect(row.getByText("We use no cryptography.")).toBeVisible();
	await expect
		.poll(async () => (await requirementOf(call, "iso-27001", "A.8.24"))?.decision?.justification)
		.toBe("We use no cryptography.");

	// Several at once, of those the filter shows.
	await page.goto(`${product.url}/dashboard/compliance/iso-27001?q=A.7.1`);
	await page.getByRole("button", { name: "Decide several" }).click();
	await page.getByRole("checkbox", { name: /^All 6 of these/ }).check();
	await expect(page.getByText("6 chosen")).toBeVisible();
	await expectAxeClean(page, "deciding about several");
	await page.getByRole("button", { name: "Applicable", exact: true }).click();
	await expect.poll(async () => (await requirementOf(call, "iso-27001", "A.7.12"))?.decision?.state).toBe("applicable");
	await page.goto(`${product.url}/dashboard/compliance/iso-27001?tab=effectiveness`);
	await expect(page.getByRole("heading", { name: "How the controls operated" })).toBeVisible();
	await expect(page.getByText("There was no scan yet.")).toBeVisible();
	await expectAxeClean(page, "effectiveness");
});

installedTest(
	"a decision made offline is there after a reload, and arrives once",
	async ({ page, context, product }) => {
		const account = await signIn(page, product);
		const call = callsOf(product, account);
		await choose(call, "iso-27001");
		const path = `${product.url}/dashboard/compliance/iso-27001?requirement=A.5.1`;
		await page.goto(path);
		const row = page.locator('[data-requirement="A.5.1"]');
		await expect(row.getByRole("button", { name: "Applicable", exact: true })).toBeVisible();
		await whenKept(page, "A.5.37");
		await context.setOffline(true);
		product.line.writes.length = 0;
		// The second tap of a double one must not make a second entry.
		await row.getByRole("button", { name: "Applicable", exact: true }).dblclick();
		await expect(row.getByText("Waiting to be sent: Applicable.")).toBeVisible();
		await page.reload();
		await whenHydrated(page);
		await expect(row.getByText("Waiting to be sent: Applicable.")).toBeVisible();
		await expect(row.getByText(/^Applicable ·/)).toBeVisible();
		await context.setOffline(false);
		await expect(row.getByText("Waiting to be sent")).toHaveCount(0);
		await expect
			.poll(async () => (await requirementOf(call, "iso-27001", "A.5.1"))?.decision?.state)
			.toBe("applicable");
		await expect(row.getByText(/^Applicable ·/)).toBeVisible();
		// One entry, under one key, however often it was tapped.
		expect(product.line.writes.filter(({ body }) => body.includes("A.5.1"))).toHaveLength(1);
	},
);

test("a checklist is run by hand: no needs a word, and the control stands by what was answered", async ({
	page,
	product,
}) => {
	const call = callsOf(product, await signIn(page, product));
	await choose(call, "iso-27001");
	const [control] = (await controlsOf(call)).filter(({ code }) => code === "AC-01");
	if (!control) throw new Error("There is no AC-01.");
	const test_ = (await controlOf(call, control.id)).tests.find(({ spec }) => spec.kind === "checklist");
	if (test_?.spec.kind !== "checklist") throw new Error("It has no checklist.");
	const { questions } = test_.spec;
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(`${product.url}/dashboard/controls/${control.id}`);
	const card = page.getByRole("article", { name: test_.title });
	await expectAxeClean(page, "a control");
	await card.getByRole("button", { name: "Run it now" }).click();
	const dialog = page.getByRole("dialog", { name: test_.title });
	await dialog.getByRole("button", { name: "Record the run" }).click();
	await expect(dialog.getByText("Answer everything first.")).toBeVisible();
	await expectAxeCleanInThemes(page, "running a checklist", { within: "dialog[open]" });
	for (const [index, question] of questions.entries()) {
		const group = dialog.getByRole("group", { name: question });
		const answer = group.getByText(index === 0 ? "No" : "Yes", { exact: true });
		expect((await answer.boundingBox())?.height).toBeGreaterThanOrEqual(44);
		await answer.click();
	}
	await dialog.getByLabel("What is wrong?").fill("Two accounts are shared.");
	await dialog.getByRole("button", { name: "Record: failed" }).click();
	await expect(dialog).toHaveCount(0);
	await expect(card.locator("[data-result=failed]")).toHaveCount(1);
	await expect(page.getByText("Evidence against", { exact: true })).toBeVisible();
	const { tests, standing } = await controlOf(call, control.id);
	expect(standing).toBe("evidence-against");
	expect(tests.flatMap(({ runs }) => runs)).toHaveLength(1);
	await expect(page.getByRole("region", { name: "Tasks" }).getByRole("article")).toHaveCount(1);
});

test("without an account, the screens say what they are for", async ({ page, product }) => {
	for (const path of ["/dashboard/compliance", "/dashboard/controls", "/dashboard/tasks"]) {
		await page.goto(product.url + path);
		await whenHydrated(page);
		await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toBeVisible();
		await expectAxeCleanInThemes(page, path);
	}
});
