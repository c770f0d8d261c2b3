import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAxeCleanNow } from "../axe-clean.ts";
import { newAddress, test } from "../kit.ts";
import { act, addMany, card, changeRecords, expect, openOutbox, PATIENCE_MS } from "./outbox-kit.ts";

test.use({ device: "installed" });
test.describe.configure({ timeout: PATIENCE_MS });

const LONG = `long.example/${"a-path-without-any-break".repeat(12)}?${"q".repeat(200)}`;

async function check(page: Page, what: string): Promise<void> {
	await expectAxeCleanNow(page, what);
	await checkWidth(page, what);
}

async function checkWidth(page: Page, what: string): Promise<void> {
	const beside = await page.evaluate(() =>
		document.documentElement.scrollWidth <= innerWidth
			? []
			: [...document.querySelectorAll("main *, header *")]
					.filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
					.map((node) => node.outerHTML.slice(0, 160)),
	);
	expect(beside, what).toEqual([]);
}

/** The narrowest and a wide screen, one for each layout; colors are the same in both. */
const LOOKS = [
	{ colorScheme: "light", width: 320 },
	{ colorScheme: "dark", width: 1280 },
] as const;

test("the outbox with every state and each panel open: no axe violation, nothing off screen", async ({
	page,
	context,
	product,
}) => {
	const email = newAddress();
	await openOutbox(page, product);
	await addMany(page, ["unclaimed.example"], { email, kind: "Nmap EOL scan" });
	await context.setOffline(true);
	await addMany(page, [`combined,${LONG},${"Client".repeat(14)},${"A note of words ".repeat(20)}`], { email });
	const more = ["held.example", "refused.example", "sent.example", "damaged.example", "newer.example"];
	await addMany(page, more, { email, notAfter: "2099-01-01T10:00" });
	await changeRecords(page, "held.example", { status: "held", reason: "stale" });
	const error = { at: 1, status: 400, code: "bad_request", message: "Too long to be said shortly. ".repeat(9) };
	await changeRecords(page, "refused.example", { status: "rejected", error });
	await changeRecords(page, "damaged.example", { request: { kind: "combined-scan", body: { target: {}, email } } });
	await changeRecords(page, "newer.example", { v: 5 });
	await page.reload();
	await expect(page.getByRole("heading", { name: "2 entries cannot be read" })).toBeVisible();
	await expect(card(page, "unclaimed.example")).toContainText("Saved before anyone signed in. Sign in to send it.");
	await expect(card(page, "held.example").getByRole("button", { name: "Send anyway" })).toBeVisible();
	await expect(card(page, "refused.example").getByRole("button", { name: /^Send/ })).toHaveCount(0);
	await page.getByRole("button", { name: "Select all" }).click();
	await page.getByRole("button", { name: "Set client" }).click();
	await act(page, "held.example", "Edit");
	await act(page, "refused.example", "Details");
	await act(page, "sent.example", "Discard");
	await expect(page.getByText("Discarded: sent.example")).toBeInViewport();
	for (const panel of ["Add many", "Hand over"]) {
		await page.getByRole("button", { name: panel }).click();
		if (panel === "Add many")
			await page.getByRole("textbox", { name: "Targets" }).fill(`${"x".repeat(300)} y\nnothing\nfine.example`);
		for (const { colorScheme, width } of LOOKS) {
			await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
			await page.setViewportSize({ width, height: 800 });
			await check(page, `${panel} ${colorScheme} ${width}`);
		}
		for (const width of [360, 768]) {
			await page.setViewportSize({ width, height: 800 });
			await checkWidth(page, `${panel} ${width}`);
		}
	}
	await page.setViewportSize({ width: 360, height: 800 });
	await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%", "important"));
	await checkWidth(page, "text of twice the size");
});

test("an unreadable record neither breaks the screen nor goes out: it is listed, copied, and deleted for good", async ({
	page,
	context,
	product,
}) => {
	await openOutbox(page, product);
	await context.setOffline(true);
	await addMany(page, ["whole.example", "damaged.example", "newer.example"], { email: newAddress() });
	await changeRecords(page, "damaged.example", { request: { kind: "combined-scan", body: { target: {} } } });
	await changeRecords(page, "newer.example", { v: 5 });
	await page.reload();
	await expect(page.getByRole("article")).toHaveCount(1);
	const unreadable = page.getByRole("list", { name: "Entries that cannot be read" });
	await expect(unreadable.getByRole("listitem")).toContainText([
		/This entry cannot be read\. It is damaged/,
		/This entry cannot be read\. A newer version/,
	]);
	const downloading = page.waitForEvent("download");
	await unreadable.getByRole("button", { name: "Save a copy" }).first().click();
	expect(JSON.parse(await readFile(await (await downloading).path(), "utf8"))).toMatchObject([
		{ request: { body: { target: {} } } },
	]);
	await unreadable.getByRole("button", { name: "Delete" }).first().click();
	await page.getByRole("dialog").getByRole("button", { name: "Keep" }).click();
	await expect(unreadable.getByRole("listitem")).toHaveCount(2);
	await unreadable.getByRole("button", { name: "Delete" }).first().click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	// A list of texts alone would also match before the other entry is gone.
	await expect(unreadable.getByRole("listitem")).toHaveCount(1);
	await expect(unreadable.getByRole("listitem")).toContainText([/A newer version/]);
	await page.reload();
	await expect(page.getByRole("heading", { name: "One entry cannot be read" })).toBeVisible();
	await expect(page.getByRole("article")).toHaveCount(1);
});

test("the keyboard alone adds, edits, discards, takes back and hands over, and never loses its place", async ({
	page,
	context,
	product,
}) => {
	await openOutbox(page, product);
	await context.setOffline(true);
	const press = async (name: string, key = "Enter") => {
		await page.getByRole("button", { name, exact: true }).first().focus();
		await page.keyboard.press(key);
	};
	await press("Add many");
	await expect(page.getByRole("button", { name: "Add many" })).toHaveAttribute("aria-expanded", "true");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await expect(page.getByLabel("Kind of scan")).toBeFocused();
	await page.keyboard.press("Tab");
	await page.keyboard.type(newAddress());
	await page.getByRole("textbox", { name: "Targets" }).focus();
	await page.keyboard.type("typed.example\nother.example");
	await press("Save 2 requests");
	await expect(page.getByRole("heading", { name: "Add many targets" })).toHaveCount(0);
	await expect(page.getByRole("button", { name: "Add many" })).toBeFocused();

	const typed = card(page, "typed.example");
	const menu = typed.getByRole("button", { name: "Actions: typed.example" });
	const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
	await menu.focus();
	await page.keyboard.press("Enter");
	await expect(item("Try now")).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("menuitem")).toHaveCount(0);
	await expect(menu).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(item("Try now")).toBeFocused();
	await page.keyboard.press("ArrowUp");
	await expect(item("Discard")).toBeFocused();
	await page.keyboard.press("Home");
	await page.keyboard.press("ArrowDown");
	await expect(item("Edit")).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(typed.getByLabel("Target")).toBeFocused();
	await typed.getByLabel("Note").focus();
	await page.keyboard.type("By the back door");
	await page.keyboard.press("Enter");
	await expect(typed).toContainText("By the back door");
	await expect(menu).toBeFocused();

	await page.keyboard.press("Enter");
	await expect(item("Try now")).toBeFocused();
	await page.keyboard.press("End");
	await page.keyboard.press("Enter");
	await expect(typed).toHaveCount(0);
	await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(typed).toBeVisible();

	await typed.getByRole("checkbox").focus();
	await page.keyboard.press("Space");
	await expect(page.getByText("1 selected")).toBeVisible();
	await press("Hand over");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { name: "Hand over" })).toHaveCount(0);
	await press("Hand over");
	await press("Close");
	await expect(page.getByRole("button", { name: "Hand over" })).toBeFocused();
});
