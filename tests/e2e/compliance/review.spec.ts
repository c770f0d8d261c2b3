import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, expectAxeCleanInThemes } from "../axe-clean.ts";
import { addPiece, memberOf } from "../evidence/evidence-kit.ts";
import { findingsOf, scanPracticeTarget } from "../findings/findings-kit.ts";
import { whenKept } from "../kept-kit.ts";
import { expect, installedTest, test, whenHydrated } from "../kit.ts";
import { callsOf, choose } from "./compliance-kit.ts";

installedTest(
	"evidence is submitted offline, accepted, and withdrawn with a reason",
	async ({ page, context, product }) => {
		const account = await signIn(page, product);
		const member = memberOf(product, account);
		const id = await addPiece(product, member, { title: "Visitor book", note: "Signed by all." });
		const stateOf = async () =>
			(await (await member.call("readEvidence", { params: { evidenceId: id } })).json()).state;
		await page.goto(`${product.url}/dashboard/evidence/${id}`);
		const main = page.getByRole("main");
		await expect(main.getByText("Draft", { exact: true })).toBeVisible();
		await whenKept(page, "Signed by all.");
		await context.setOffline(true);
		await main.getByRole("button", { name: "Submit for review" }).dblclick();
		await expect(main.getByText("Waiting to be sent: In review.")).toBeVisible();
		await page.reload();
		await whenHydrated(page);
		await expect(main.getByText("Waiting to be sent: In review.")).toBeVisible();
		await context.setOffline(false);
		await expect(main.getByText("Waiting to be sent")).toHaveCount(0);
		await expect.poll(stateOf).toBe("submitted");
		await main.getByRole("button", { name: "Accept", exact: true }).click();
		await expect.poll(stateOf).toBe("accepted");
		await main.getByRole("button", { name: "Withdraw…" }).click();
		const dialog = page.getByRole("dialog", { name: "Withdraw it" });
		await dialog.getByLabel("Why does it no longer count?").fill("The book was replaced.");
		await dialog.getByRole("button", { name: "Withdraw it" }).click();
		await expect.poll(stateOf).toBe("withdrawn");
		await expect(main.getByText("The book was replaced.")).toBeVisible();
	},
);

test("the library shows what people added, and what the product recorded when it is asked for", async ({
	page,
	product,
}) => {
	const account = await signIn(page, product);
	const call = callsOf(product, account);
	await choose(call, "iso-27001");
	await scanPracticeTarget(product, account);
	await addPiece(product, memberOf(product, account), { title: "Visitor book", note: "Signed by all." });
	await page.goto(`${product.url}/dashboard/evidence`);
	const rows = page.getByRole("list", { name: "Evidence", exact: true }).getByRole("article");
	await expect(rows).toHaveCount(1);
	await page.getByRole("button", { name: "Filter" }).click();
	const dialog = page.getByRole("dialog", { name: "Filter evidence" });
	await expectAxeCleanInThemes(page, "filtering evidence", { within: "dialog[open]" });
	await dialog.getByLabel("Added by").selectOption("automatic");
	await dialog.getByLabel("Review").selectOption("accepted");
	await dialog.getByRole("button", { name: "Show" }).click();
	await expect(rows).toHaveCount(1);
	await expect(rows).toContainText("Recorded by Plumbline");
	await rows.getByRole("link").first().click();
	const record = page.getByRole("region", { name: "Record" });
	await expect(record.locator("pre")).toContainText("{");
	await expect(record.getByText(/^SHA-256 [0-9a-f]{64}$/)).toBeVisible();
	await expectAxeClean(page, "a record");

	// A finding that is not evidence against any control says why.
	const { findings } = await findingsOf(product, account, { rule: "permissions-policy-missing" });
	await page.goto(`${product.url}/dashboard/vulnerabilities/${findings[0]?.fingerprint}`);
	await expect(page.getByRole("region", { name: "Controls", exact: true })).toContainText(
		"It is evidence against no control. It is a good habit, and leaving it out is not a weakness.",
	);
});
