import type { Page } from "@playwright/test";
import { expectAxeCleanNow, overflow } from "../axe-clean.ts";
import { expect, test, whenHydrated, whenInstalled } from "../kit.ts";
import { shareTo } from "../share-to.ts";

test.use({ device: "installed" });

/**
 * Shows the page as in a window of the installed app: no browser can be made to report a display mode, so the stylesheets' conditions are
 * made true. Lasts as long as the document.
 */
async function inAppWindow(page: Page): Promise<void> {
	const changed = await page.evaluate(() => {
		const rules = (list: CSSRuleList): CSSRule[] =>
			[...list].flatMap((rule) => [rule, ...("cssRules" in rule ? rules(rule.cssRules as CSSRuleList) : [])]);
		const found = [...document.styleSheets]
			.flatMap((sheet) => rules(sheet.cssRules))
			.filter((rule) => rule instanceof CSSMediaRule && rule.conditionText.includes("display-mode: standalone"));
		for (const rule of found as CSSMediaRule[]) rule.media.mediaText = "all";
		return found.length;
	});
	expect(changed).toBeGreaterThan(0);
}

test("a window of the installed app has its own Back and Refresh, also offline; a browser's tab has none", async ({
	page,
	context,
	product,
}) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await page.emulateMedia({ reducedMotion: "reduce" });
	const header = page.getByRole("banner");
	const back = header.getByRole("button", { name: "Back" });
	const refresh = header.getByRole("button", { name: "Refresh" });
	await page.goto(`${product.url}/dashboard/scans`);
	await whenInstalled(page);
	await expect(header.getByRole("link", { name: "New Scan" })).toBeVisible();
	await expect(back).toHaveCount(0);
	await expect(refresh).toHaveCount(0);

	await inAppWindow(page);
	for (const control of [back, refresh]) {
		const { width = 0, height = 0 } = (await control.boundingBox()) ?? {};
		expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
	}
	for (const width of [320, 360, 740]) {
		await page.setViewportSize({ width, height: 360 });
		expect(await overflow(page), `${width}`).toBeLessThanOrEqual(0);
	}
	await expectAxeCleanNow(page, "header", { within: "header" });
	await page.setViewportSize({ width: 360, height: 740 });

	await context.setOffline(true);
	await page.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Reports" }).click();
	await expect(page).toHaveURL(/\/dashboard\/reports$/);
	await back.click();
	await expect(page).toHaveURL(/\/dashboard\/scans$/);
	const loaded = page.waitForEvent("load");
	await refresh.click();
	await loaded;
	await whenHydrated(page);
	await expect(page.getByRole("heading", { name: "Security Scans", level: 1 })).toBeVisible();

	// Refresh keeps everything that was typed: the page stays, and reloads what it shows.
	await inAppWindow(page);
	await page.locator('[data-kind="combined"]').getByRole("button", { name: "Run Scan" }).click();
	await page.getByLabel("Target").fill("half-typed.example");
	await page.keyboard.press("Escape");
	await refresh.click();
	await page.locator('[data-kind="combined"]').getByRole("button", { name: "Run Scan" }).click();
	await expect(page.getByLabel("Target")).toHaveValue("half-typed.example");
});

test("in a window of the installed app the public pages have Back and Refresh too", async ({
	page,
	context,
	product,
}) => {
	const header = page.getByRole("banner");
	const back = header.getByRole("button", { name: "Back" });
	const refresh = header.getByRole("button", { name: "Refresh" });
	const controls = header.locator("[data-app-controls]");
	await page.setViewportSize({ width: 360, height: 740 });
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.goto(product.url);
	await whenInstalled(page);
	await page.waitForLoadState("networkidle");
	await expect(controls).toHaveCount(0);

	await page.addInitScript(() => {
		const real = window.matchMedia.bind(window);
		window.matchMedia = (query) => real(query.includes("display-mode: standalone") ? "all" : query);
	});
	await page.goto(`${product.url}/about`);
	await whenHydrated(page);
	await expect(controls).toBeAttached();
	await expect(controls).toBeHidden();
	await inAppWindow(page);
	for (const width of [320, 360, 740, 1280]) {
		await page.setViewportSize({ width, height: 360 });
		for (const control of [back, refresh]) {
			const { width: wide = 0, height = 0, x = -1 } = (await control.boundingBox()) ?? {};
			expect(Math.min(wide, height), `${width}`).toBeGreaterThanOrEqual(44);
			expect(x, `${width}`).toBeGreaterThanOrEqual(0);
		}
		expect(await overflow(page), `${width}`).toBeLessThanOrEqual(0);
	}
	await expectAxeCleanNow(page, "header", { within: "header" });
	await back.click();
	await expect(page).toHaveURL(`${product.url}/`);
	await expect(controls).toBeAttached();
	await context.setOffline(true);
	const loaded = page.waitForEvent("load");
	await inAppWindow(page);
	await refresh.click();
	await loaded;
	await whenHydrated(page);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("text at twice the size fits a phone on the dashboard, in a tab and in a window of the app", async ({
	page,
	product,
}) => {
	await page.emulateMedia({ reducedMotion: "reduce" });
	for (const path of ["overview", "scans", "outbox", "settings"]) {
		await page.setViewportSize({ width: 360, height: 740 });
		await page.goto(`${product.url}/dashboard/${path}`);
		await whenHydrated(page);
		await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%", "important"));
		expect(await overflow(page), path).toBeLessThanOrEqual(0);
		await inAppWindow(page);
		expect(await overflow(page), `${path} in the app`).toBeLessThanOrEqual(0);
	}
});

for (const reducedMotion of ["reduce", "no-preference"] as const) {
	test(`from page to page: ${reducedMotion === "reduce" ? "nothing moves with reduced motion" : "one gives way to the next"}`, async ({
		page,
		product,
	}) => {
		await page.emulateMedia({ reducedMotion });
		await page.addInitScript(() => {
			addEventListener("pagereveal", (event) => {
				document.documentElement.dataset.moved = String(event.viewTransition !== null);
			});
			const animate = Element.prototype.animate;
			Element.prototype.animate = function (...given) {
				const animation = animate.apply(this, given);
				document.documentElement.dataset.animations = String(document.getAnimations().length);
				return animation;
			};
		});
		await page.goto(`${product.url}/about`);
		await whenHydrated(page);
		await page.evaluate(() => location.assign("/careers"));
		await expect(page).toHaveURL(/careers$/);
		await expect(page.locator("html")).toHaveAttribute("data-moved", String(reducedMotion === "no-preference"));

		await page.setViewportSize({ width: 360, height: 740 });
		await page.goto(`${product.url}/dashboard/scans`);
		await whenHydrated(page);
		await page.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Outbox" }).click();
		await expect(page.getByRole("heading", { name: "Outbox", level: 1 })).toBeFocused();
		const animations = await page.locator("html").getAttribute("data-animations");
		expect(animations).toEqual(reducedMotion === "reduce" ? null : expect.stringMatching(/^[1-9]/));
	});
}

test("a page shared to the app opens the form with its address, also offline, and is there after a reload", async ({
	page,
	context,
	product,
}) => {
	const manifest = await (await page.request.get(`${product.url}/manifest.webmanifest`)).json();
	const { action, method, enctype, params } = manifest.share_target;
	expect([method, enctype]).toEqual(["POST", "multipart/form-data"]);
	await page.goto(`${product.url}/dashboard`);
	await whenInstalled(page);
	await context.setOffline(true);
	// As Android shares a page: with its address in the text.
	await shareTo(page, action, {
		[params.title]: "A shop",
		[params.text]: "Look: https://shop.example/a?b=1 nice",
	});
	await page.waitForURL("**/dashboard/scans?**");
	await whenHydrated(page);
	const dialog = page.getByRole("dialog", { name: "Configure Scan" });
	await expect(dialog.getByLabel("Target")).toHaveValue("https://shop.example/a?b=1");
	await page.reload();
	await whenHydrated(page);
	await expect(dialog.getByLabel("Target")).toHaveValue("https://shop.example/a?b=1");
	await dialog.getByRole("button", { name: "Not now" }).click();
	await expect(dialog).toHaveCount(0);
	await expect(page).toHaveURL(`${product.url}/dashboard/scans`);
	for (const { url } of manifest.shortcuts) {
		await page.goto(product.url + url);
		await whenHydrated(page);
		await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/offline|not found/i);
	}
});
