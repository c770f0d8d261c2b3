import type { Page } from "@playwright/test";
import { expect, test, whenHydrated } from "../kit.ts";

test.use({ serviceWorkers: "block" });

/** Presses until what it opens is open: its code arrives after the page. */
async function unfold(page: Page, name: string): Promise<void> {
	const button = page.getByRole("banner").getByRole("button", { name, exact: true });
	await expect(async () => {
		if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
		await expect(button).toHaveAttribute("aria-expanded", "true", { timeout: 200 });
	}).toPass();
}

const ANCHORS = [
	"/#risk-management",
	"/#compliance-readiness",
	"/#third-party-risk",
	"/#incident-management",
	"/#why-plumbline",
	"/#who-we-serve",
];

test("the header on a desktop leads to all its places, from everywhere", {
	annotation: { type: "acceptance", description: "S2.58-S2.66, S2.68, S2.69, A04, A06, A19, B35" },
}, async ({ page, product }) => {
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.goto(product.url);
	await whenHydrated(page);
	const header = page.getByRole("banner");
	for (const href of [...ANCHORS, "/", "/contact-us"]) {
		await expect(header.locator(`a[href="${href}"]`), href).not.toHaveCount(0);
	}
	const solutions = header.getByRole("button", { name: "Solutions", exact: true });
	await expect(solutions).toHaveAttribute("aria-expanded", "false");
	await unfold(page, "Solutions");
	await page.keyboard.press("Tab");
	await expect(header.getByRole("link", { name: "Risk Management" })).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(solutions).toHaveAttribute("aria-expanded", "false");
	await expect(solutions).toBeFocused();
	await page.keyboard.press("Enter");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await expect(solutions).toHaveAttribute("aria-expanded", "false");
	await expect(page.locator("#third-party-risk")).toBeInViewport();
	await expect(page.locator("#third-party-risk")).toHaveAttribute("aria-pressed", "true");
	await expect(page.locator("#featured-solution")).toContainText("Third-Party Risk");
	await unfold(page, "Solutions");
	await page.locator("main").click({ position: { x: 5, y: 400 } });
	await expect(solutions).toHaveAttribute("aria-expanded", "false");

	await header.getByRole("link", { name: "Join Waitlist" }).click();
	await expect(page.locator("#waitlist input[type=email]")).toBeFocused();
	await expect(page.locator("#waitlist")).toBeInViewport();
	expect(new URL(page.url()).pathname).toBe("/");

	for (const [name, id] of [
		["Why Plumbline", "why-plumbline"],
		["Who we serve", "who-we-serve"],
	] as const) {
		await header.getByRole("link", { name: "Contact", exact: true }).click();
		await expect(page).toHaveURL(/\/contact-us$/);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		await header.getByRole("link", { name }).click();
		await expect(page.locator(`#${id}`)).toBeFocused();
		await expect
			.poll(() => page.locator(`#${id}`).evaluate((one) => Math.round(one.getBoundingClientRect().top)))
			.toBe(80);
	}
	await header.getByRole("link", { name: "Contact", exact: true }).click();
	await unfold(page, "Solutions");
	await header.getByRole("link", { name: "Incident Management" }).click();
	await expect(page.locator("#incident-management")).toHaveAttribute("aria-pressed", "true");
	await expect(page.locator("#incident-management")).toBeInViewport();
	await header.getByRole("link", { name: "Sign in" }).click();
	await expect(page).toHaveURL(/\/auth\/login$/);
});

test("the menu on a phone opens, closes, and leads to the contact block on every page", {
	annotation: { type: "acceptance", description: "S2.67, S2.70, A02, B34" },
}, async ({ page, product }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	for (const path of ["/", "/faq"]) {
		await page.goto(product.url + path);
		await whenHydrated(page);
		const header = page.getByRole("banner");
		const toggle = header.getByRole("button", { name: "Menu", exact: true });
		const menu = header.getByRole("navigation", { name: "Menu" });
		await expect(menu).toBeHidden();
		await unfold(page, "Menu");
		for (const link of await menu.getByRole("link").all()) {
			const box = await link.boundingBox();
			expect(box?.height).toBeGreaterThanOrEqual(44);
		}
		await toggle.click();
		await expect(menu).toBeHidden();
		await expect(toggle).toHaveAttribute("aria-expanded", "false");
		await unfold(page, "Menu");
		await page.keyboard.press("Escape");
		await expect(menu).toBeHidden();
		await unfold(page, "Menu");
		const contact = menu.getByRole("link", { name: "Contact", exact: true });
		expect(new URL(await contact.evaluate((one) => (one as HTMLAnchorElement).href)).hash).toBe("#contact");
		await contact.click();
		await expect(menu).toBeHidden();
		await expect(page.locator("footer #contact")).toBeInViewport();
		expect(new URL(page.url()).pathname).toBe(path);
		await unfold(page, "Menu");
		await menu.getByRole("link", { name: "Join Waitlist" }).click();
		await expect(page.locator("#waitlist input[type=email]")).toBeFocused();
	}
});

test("the footer has its sixteen links, the profiles, the mailbox and the phone", {
	annotation: { type: "acceptance", description: "S1.51-S1.53, S2.71-S2.87, A21" },
}, async ({ page, product }) => {
	await page.goto(`${product.url}/about`);
	const footer = page.getByRole("contentinfo");
	for (const href of [
		"/#document-management",
		"/about",
		"/careers",
		"/blog",
		"/contact",
		"/resources",
		"/webinars",
		"/guides",
		"/faq",
		"/blog/compliance-automation",
		"/blog/ai-risk-management",
		"/blog/all",
		"/privacy",
		"/terms",
		"/cookies",
		"/security",
		"/ndpr",
		"mailto:hello@plumbline.example",
		"tel:+15550100140",
	]) {
		await expect(footer.locator(`a[href="${href}"]`), href).not.toHaveCount(0);
	}
	await expect(footer.locator('a[href^="https:"]').first()).toHaveAttribute("rel", /noopener/);
	await whenHydrated(page);
	await footer.locator('a[href="/#document-management"]').click();
	await expect(page.locator("#document-management")).toHaveAttribute("aria-pressed", "true");
	await expect(page.locator("#featured-solution")).toContainText("Document Management");
});
