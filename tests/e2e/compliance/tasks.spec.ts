import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, expectAxeCleanInThemes } from "../axe-clean.ts";
import { whenKept } from "../kept-kit.ts";
import { expect, installedTest, test, whenHydrated } from "../kit.ts";
import { addTask, callsOf, tasksOf } from "./compliance-kit.ts";

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("tasks are mine, all or overdue, and move in one tap", async ({ page, product }) => {
	const account = await signIn(page, product);
	const call = callsOf(product, account);
	await addTask(call, { title: "Renew the certificate", due: dayIn(-2), owner: account.accountId });
	await addTask(call, { title: "Ask about the lock of the server room", due: dayIn(5) });
	await page.goto(`${product.url}/dashboard/tasks`);
	const rows = page.getByRole("list", { name: "Tasks", exact: true }).getByRole("article");
	await expect(rows).toHaveCount(1);
	await expect(rows).toContainText("Was due 2 days ago");
	await page.getByRole("tab", { name: /^All/ }).click();
	await expect(rows).toHaveCount(2);
	await expectAxeClean(page, "tasks");
	await page.getByRole("button", { name: "Start: Ask about the lock of the server room" }).click();
	await expect(rows.nth(1)).toContainText("In progress");
	await expect.poll(async () => (await tasksOf(call)).map(({ state }) => state)).toEqual(["open", "doing"]);
	await page.getByRole("button", { name: "Actions: Renew the certificate" }).click();
	await page.getByRole("menuitem", { name: "Drop…" }).click();
	const dialog = page.getByRole("dialog", { name: "Drop the task" });
	await expectAxeCleanInThemes(page, "dropping a task", { within: "dialog[open]" });
	await dialog.getByLabel("Why is it dropped?").fill("The shop closed.");
	await dialog.getByRole("button", { name: "Drop it" }).click();
	await expect
		.poll(async () => (await tasksOf(call, { state: "dropped" })).map(({ outcome }) => outcome))
		.toEqual(["The shop closed."]);
	await page.getByRole("tab", { name: "Dropped" }).click();
	await rows.getByRole("link", { name: "Renew the certificate" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Renew the certificate" })).toBeVisible();
	await expect(page.getByText("The shop closed.")).toBeVisible();
	await expectAxeClean(page, "a task");
});

installedTest("a task is added and moved offline, and both arrive once", async ({ page, context, product }) => {
	const account = await signIn(page, product);
	const call = callsOf(product, account);
	await addTask(call, { title: "Renew the certificate", due: dayIn(3), owner: account.accountId });
	await page.goto(`${product.url}/dashboard/tasks`);
	const rows = page.getByRole("list", { name: "Tasks", exact: true }).getByRole("article");
	await expect(rows).toHaveCount(1);
	await whenKept(page, "Renew the certificate");
	await context.setOffline(true);
	await page.getByRole("button", { name: "Start: Renew the certificate" }).click();
	await expect(rows).toContainText("Waiting to be sent: In progress.");
	await page.getByRole("button", { name: "Add a task" }).click();
	const dialog = page.getByRole("dialog", { name: "Add a task" });
	await dialog.getByLabel("What is to be done").fill("Change the lock");
	await dialog.getByRole("button", { name: "Add the task" }).dblclick();
	await expect(page.getByText("Waiting to be sent: New task.")).toHaveCount(1);
	await page.reload();
	await whenHydrated(page);
	await expect(rows).toContainText("In progress");
	await expect(page.getByText("Waiting to be sent: New task.")).toHaveCount(1);
	await context.setOffline(false);
	await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
	await expect(rows).toHaveCount(2);
	const tasks = await tasksOf(call);
	expect(tasks.map(({ title, state }) => [title, state])).toEqual([
		["Renew the certificate", "doing"],
		["Change the lock", "open"],
	]);
});
