import type { Locator, Page } from "@playwright/test";
import { complaintsOf } from "../complaints.ts";
import {
	askForScan,
	expect,
	newAddress,
	stopClock,
	test,
	tickUntilVisible,
	whenHydrated,
	whenInstalled,
} from "../kit.ts";

test.use({ viewport: { width: 360, height: 740 } });

/** Fully in view, and below what is fixed to the top. */
async function expectSeen(page: Page, locator: Locator): Promise<void> {
	await expect(locator).toBeInViewport({ ratio: 1 });
	const top = await locator.evaluate((element) => element.getBoundingClientRect().top);
	const header = await page.evaluate(() => document.querySelector("header")?.getBoundingClientRect().bottom ?? 0);
	expect(top).toBeGreaterThanOrEqual(header);
}

test("on a phone the contact form's thanks are in view and focused, and the form after them is too", async ({
	page,
	product,
}) => {
	await page.goto(`${product.url}/contact`);
	await whenHydrated(page);
	await stopClock(page);
	await page.getByLabel("First name").fill("Ada");
	await page.getByLabel("Last name").fill("Obi");
	await page.getByLabel("Email").fill(newAddress());
	await page.getByLabel("Company", { exact: true }).fill("Obi & Co");
	await page.getByLabel("What is it about?").selectOption("technical");
	await page.getByLabel("Message", { exact: true }).fill("Does a redirect count?");
	await page.getByRole("button", { name: "Send message" }).click();
	const thanks = page.getByRole("heading", { name: "Thank you. Your message is on its way." });
	await tickUntilVisible(page, thanks);
	await expect(thanks).toBeFocused();
	await expectSeen(page, thanks);
});

test("on a phone the demo form's thanks are in view and focused", async ({ page, product }) => {
	await page.goto(`${product.url}/demo`);
	await whenHydrated(page);
	await page.getByLabel("Name", { exact: true }).fill("Ada Obi");
	await page.getByLabel("Email").fill(newAddress());
	await page.getByLabel("Company").fill("Obi & Co");
	await page.getByRole("button", { name: "Ask for a demo" }).click();
	const thanks = page.getByRole("heading", { name: "Thanks. We’ll email you to agree on a time." });
	await expect(thanks).toBeFocused();
	await expectSeen(page, thanks);
});

for (const { form, button, thanks } of [
	{ form: "Newsletter", button: "Subscribe", thanks: "Thank you for subscribing!" },
	{ form: "Waiting list", button: "Join the list", thanks: "You are on the list." },
]) {
	test(`on a phone the thanks of the form "${form}" are in view and announced`, async ({ page, product }) => {
		await page.goto(product.url);
		await whenHydrated(page);
		const place = page.getByRole("form", { name: form });
		await place.getByLabel("Email").fill(newAddress());
		await stopClock(page);
		// Only a region that exists before its text is reliably announced.
		const region = place.locator("xpath=..").getByRole("status");
		await expect(region).toHaveText("");
		await place.getByRole("button", { name: button }).click();
		const said = page.getByText(thanks, { exact: true });
		await tickUntilVisible(page, said);
		await expectSeen(page, said);
		await expect(page.getByRole("status").filter({ has: said })).toHaveCount(1);
	});
}

test("the printed questionnaire includes closed sections in full", async ({ page, product }) => {
	await page.goto(`${product.url}/ndpr/assessment`);
	await whenHydrated(page);
	const first = page.getByRole("group").first();
	const evidence = Array.from({ length: 12 }, (_, line) => `Register of processing, page ${line + 1}.`).join("\n");
	await first.getByText("Partly").click();
	await first.getByText("Evidence, owner and due date").click();
	await first.getByLabel("Evidence").fill(evidence);
	await first.getByLabel("Owner").fill("Ada Obi");
	await first.getByLabel("Due").fill("2027-03-01");
	await first.getByText("Evidence, owner and due date").click();
	await expect(first.getByLabel("Owner")).toBeHidden();
	const printed = first.locator("dl");
	await expect(printed).toBeHidden();
	await page.emulateMedia({ media: "print" });
	await expect(printed).toBeVisible();
	await expect(printed).toContainText("Register of processing, page 12.");
	await expect(printed).toContainText("Ada Obi");
	await expect(printed).toContainText("1 Mar 2027");
	await expect(first.getByText("Evidence, owner and due date")).toBeHidden();
});

test.describe("the offer to install the app", () => {
	test.use({ serviceWorkers: "allow" });

	test("covers neither the form nor the request that was just saved", async ({ page, context, product }) => {
		await page.goto(product.url);
		await whenInstalled(page);
		await page.waitForLoadState("networkidle");
		await page.evaluate(() => {
			const prompt = async () => ({ outcome: "dismissed" });
			dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt }));
		});
		await context.setOffline(true);
		await askForScan(page, "example.com", newAddress());
		const saved = page.getByText("Saved on this device. It will be sent when you are back online.");
		await expect(saved).toBeVisible();
		const card = page.getByRole("region", { name: "Install Plumbline on this device" });
		await expect(card).toBeVisible();
		const form = page.getByRole("form", { name: "Free vulnerability scan" });
		const receipts = page.getByRole("list", { name: "Requested on this device" });
		for (const what of [saved, form, receipts]) {
			await what.scrollIntoViewIfNeeded();
			const [mine, other] = await Promise.all([card.boundingBox(), what.boundingBox()]);
			if (!mine || !other) throw new Error("Nothing is shown.");
			expect(other.y + other.height <= mine.y || mine.y + mine.height <= other.y).toBe(true);
		}
	});
});

test("the waiting list's number is not there before it is known, and its place is", async ({
	page,
	product,
	browser,
}) => {
	const context = await browser.newContext({ javaScriptEnabled: false });
	const still = await context.newPage();
	await still.goto(product.url);
	await expect(still.locator("[data-waitlist-count]")).not.toContainText(/\d/);
	await expect(still.getByText("private beta")).toBeVisible();
	await context.close();

	const errors = complaintsOf(page);
	await page.addInitScript(() => {
		// As it is first painted: prerendered, and styled as with scripts.
		document.addEventListener("DOMContentLoaded", () => {
			const count = document.querySelector("[data-waitlist-count]");
			Object.assign(window, { firstCount: count?.textContent, firstHeight: count?.parentElement?.clientHeight });
		});
	});
	await page.goto(product.url);
	const count = page.locator("[data-waitlist-count]");
	await expect(count).toContainText(/\d/);
	const first = await page.evaluate(() => {
		const { firstCount, firstHeight } = window as unknown as { firstCount: string; firstHeight: number };
		return { firstCount, firstHeight };
	});
	expect(first.firstCount.trim()).toBe("");
	expect(await count.evaluate((element) => element.parentElement?.clientHeight)).toBe(first.firstHeight);
	// This profile has no service worker, which the page says.
	expect(errors).toEqual([]);
});
