import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
import { until } from "../../support/until.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { expect, test, whenHydrated } from "../kit.ts";
import { callsOf, choose, controlOf, controlsOf, tasksOf } from "./compliance-kit.ts";

test("two frameworks and a schedule that runs twice: runs, evidence, tasks and another standing, with no further hand", async ({
	page,
	product,
}) => {
	test.setTimeout(300_000);
	const account = await signIn(page, product);
	const call = callsOf(product, account);
	await choose(call, "iso-27001", "soc-2");
	const before = await controlsOf(call);
	expect(new Set(before.map(({ standing }) => standing))).toEqual(new Set(["not-evaluated"]));
	await call("createSchedule", {
		body: {
			name: "The practice target, every minute",
			request: { kind: "combined", body: { target: `http://localhost:${product.practicePort}/` } },
			recurrence: { type: "cron", expression: "* * * * *" },
			timeZone: "UTC",
			overlap: "skip",
			digest: false,
		},
		headers: { "Idempotency-Key": crypto.randomUUID() },
	});

	/** Waits for the minute until the schedule's next run has passed. */
	const untilItsMinute = () =>
		withEmbeddedDatabase(product.server.varDir, (client) =>
			client.query("UPDATE schedules SET next_run_at = now() WHERE account_id = $1", [account.accountId]),
		);
	/** The controls with evidence against them, once this many scans are runs of the first one's tests. */
	const afterRuns = (count: number) =>
		until(async () => {
			const found = (await controlsOf(call)).filter(({ standing }) => standing === "evidence-against");
			const [first] = found;
			if (!first) return false;
			const runs = (await controlOf(call, first.id)).tests.flatMap((test) => test.runs);
			return new Set(runs.map(({ scanId }) => scanId)).size >= count && found;
		}, `${count} scans are runs of a control's tests`);
	await untilItsMinute();
	await afterRuns(1);
	await untilItsMinute();
	const [control] = await afterRuns(2);
	if (!control) throw new Error("There is evidence against no control.");
	const { tests, against } = await controlOf(call, control.id);
	const runs = tests.flatMap((test) => test.runs);
	expect(runs.every(({ result, by }) => result === "failed" && by === null)).toBe(true);
	expect(against.length).toBeGreaterThan(0);
	const { total } = await (await call("listEvidence", { query: { method: "automatic" } })).json();
	expect(total).toBeGreaterThanOrEqual(2);
	// A second run with the same findings creates no second task.
	const tasks = (await tasksOf(call)).filter(({ controls }) => controls.some(({ code }) => code === control.code));
	expect(tasks.length).toBe(against.length);

	// What a person sees.
	await page.goto(`${product.url}/dashboard/overview`);
	await whenHydrated(page);
	const changed = page.getByRole("region", { name: "What changed" });
	await expect(changed.getByText(/^Failed/).first()).toBeVisible();
	await page.goto(`${product.url}/dashboard/controls/${control.id}`);
	const main = page.getByRole("main");
	await expect(main.getByText("Evidence against", { exact: true })).toBeVisible();
	await expect(main.locator("[data-result=failed]").nth(1)).toBeVisible();
	await expect(page.getByRole("region", { name: "Tasks" }).getByRole("article")).toHaveCount(tasks.length);
	await main.getByRole("region", { name: "Evidence against it" }).getByRole("link").first().click();
	await expect(page.getByRole("list", { name: "Findings" }).getByRole("listitem").first()).toBeVisible();
	// And back: from the finding to the control in one tap.
	await page.getByRole("list", { name: "Findings" }).getByRole("link").first().click();
	await page.getByRole("region", { name: "Controls" }).getByRole("link", { name: control.title }).click();
	await expect(page.getByRole("heading", { level: 1, name: control.title })).toBeVisible();
	// A host that does not count, with the reason; and counted again.
	const left = main.getByRole("region", { name: "Hosts left out" });
	await left.getByRole("button", { name: "Leave a host out…" }).click();
	const dialog = page.getByRole("dialog", { name: "Leave a host out" });
	await expect(dialog.getByLabel("Host")).toHaveValue("localhost");
	await dialog.getByLabel("Why does it not count?").fill("A practice target.");
	await expectAxeClean(page, "leaving a host out", { within: "dialog[open]" });
	await dialog.getByRole("button", { name: "Leave it out" }).click();
	await expect(left.getByRole("listitem")).toContainText("A practice target.");
	await expect(main.getByText("1 host is left out of it.")).toBeVisible();
	await expect(main.getByText("Evidence against", { exact: true })).toHaveCount(0);
	await left.getByRole("button", { name: "Count localhost again" }).click();
	await expect(main.getByText("Evidence against", { exact: true })).toBeVisible();
});
