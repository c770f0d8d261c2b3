import type { Page } from "@playwright/test";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, expectAxeCleanInThemes, overflow } from "../axe-clean.ts";
import { complaintsOf } from "../complaints.ts";
import { fillOutbox } from "../full-account.ts";
import { expect, test, whenHydrated, whenInstalled } from "../kit.ts";

test.use({ serviceWorkers: "allow" });

const PHONE = { width: 375, height: 740 };
const SIDEWAYS = { width: 740, height: 360 };
const DESKTOP = { width: 1280, height: 800 };
const ITEMS = [
	["Overview", "overview"],
	["Security Scans", "scans"],
	["Vulnerabilities", "vulnerabilities"],
	["Compliance", "compliance"],
	["Controls", "controls"],
	["Tasks", "tasks"],
	["Assessments", "assessments"],
	["Evidence", "evidence"],
	["Questionnaires", "questionnaires"],
	["Reports", "reports"],
	["Assets", "assets"],
	["Settings", "settings"],
] as const;

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });
const tiles = (page: Page) => page.getByRole("list", { name: "Numbers" }).getByRole("listitem");

/** Complaints in the console, and requests to the API. */
function watch(page: Page): { complaints: string[]; calls: string[] } {
	const seen: { complaints: string[]; calls: string[] } = {
		complaints: complaintsOf(page, ["error", "warning"]),
		calls: [],
	};
	page.on("request", (request) => {
		if (new URL(request.url()).pathname.startsWith("/api/")) seen.calls.push(request.url());
	});
	return seen;
}

/** Makes the device know an account whose session is over. */
const knowAccount = (page: Page) =>
	page.addInitScript(() => {
		const account = {
			accountId: "7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f",
			name: "Ada Lovelace",
			email: "ada@mail.example",
		};
		localStorage.setItem("plumbline-account", JSON.stringify({ status: "known", account, locked: false }));
	});

test("a visitor on a desktop goes through the shell, which stays", {
	annotation: {
		type: "acceptance",
		description: "S0.10, S2.20, S2.24, S2.25, S2.28, S2.156, S2.158-S2.166, S4.80, S4.81, S6.03, S7.31",
	},
}, async ({ page, product }) => {
	await page.setViewportSize(DESKTOP);
	const seen = watch(page);
	for (const path of ["/dashboard", "/dashboard/nope", "/dashboard/a/b"]) {
		const answer = await page.goto(product.url + path);
		expect(answer?.status(), path).toBe(200);
		await expect(heading(page), path).toHaveText("Overview");
		await expect(tiles(page), path).toHaveCount(4);
		await expect(sidebar(page).locator("[aria-current]")).toHaveCount(path === "/dashboard" ? 1 : 0);
		expect(new URL(page.url()).pathname).toBe(path);
		await expect(page).toHaveTitle(/^Overview/);
		// Neither the public header nor the footer.
		await expect(page.getByRole("contentinfo")).toHaveCount(0);
		await expect(page.getByRole("banner").getByRole("link", { name: "New Scan" })).toBeVisible();
	}
	await expect(page.getByText(/sample data/)).toBeVisible();
	await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toHaveAttribute(
		"href",
		"/auth/login?next=%2Fdashboard%2Fa%2Fb",
	);

	const links = sidebar(page).getByRole("list").getByRole("link");
	await expect(links).toHaveText(ITEMS.map(([label]) => label));
	await sidebar(page).evaluate((node) => node.setAttribute("data-same", ""));
	for (const [index, [label, name]] of ITEMS.entries()) {
		await expect(links.nth(index)).toHaveAttribute("href", `/dashboard/${name}`);
		await links.nth(index).click();
		await expect(page).toHaveURL(`${product.url}/dashboard/${name}`);
		await expect(sidebar(page).locator("[aria-current=page]")).toHaveText([label]);
		await expect(heading(page)).toBeFocused();
		await expect(page.locator("nav[data-same]")).toHaveCount(1);
	}

	const control = sidebar(page).getByRole("button", { name: "Sidebar" });
	const wide = (await sidebar(page).boundingBox())?.width ?? 0;
	await expect(control).toHaveAttribute("aria-expanded", "true");
	await control.click();
	await expect(control).toHaveAttribute("aria-expanded", "false");
	expect((await sidebar(page).boundingBox())?.width).toBeLessThan(wide / 2);
	await page.reload();
	await whenHydrated(page);
	await expect(control).toHaveAttribute("aria-expanded", "false");
	expect((await sidebar(page).boundingBox())?.width).toBeLessThan(wide / 2);
	await control.click();
	await expect(control).toHaveAttribute("aria-expanded", "true");

	await page.getByRole("link", { name: "New Scan" }).click();
	await expect(page).toHaveURL(`${product.url}/dashboard/scans`);
	// No request is made while no account is known here.
	expect(seen).toEqual({ complaints: [], calls: [] });
});

test("on a phone the tabs are below the thumb and the menu opens over the page", {
	annotation: { type: "acceptance", description: "S2.167, S2.168, S4.82, S4.83" },
}, async ({ page, product }) => {
	await page.setViewportSize(PHONE);
	await page.goto(`${product.url}/dashboard/assets`);
	await whenHydrated(page);
	const tabs = page.getByRole("navigation", { name: "Tabs" });
	await expect(sidebar(page)).toBeHidden();
	await expect(tabs.getByRole("listitem")).toHaveText(["Overview", "Scans", "Outbox", "Reports", "More"]);
	await expect(tabs.locator("[aria-current]")).toHaveText(["More"]);
	for (const box of await tabs.getByRole("listitem").all())
		expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(44);

	const menu = page.getByRole("dialog", { name: "Menu" });
	const opener = page.getByRole("button", { name: "Menu", exact: true });
	await expect(menu).toBeHidden();
	await opener.click();
	await expect(menu).toBeVisible();
	for (let presses = 0; presses < 14; presses += 1) {
		await page.keyboard.press("Tab");
		const place = await page.evaluate(() => {
			const focused = document.activeElement;
			return focused === document.body || focused?.closest("dialog") !== null;
		});
		expect(place).toBe(true);
	}
	await page.keyboard.press("Escape");
	await expect(menu).toBeHidden();
	await expect(opener).toBeFocused();

	await tabs.getByRole("button", { name: "More" }).click();
	await menu.getByRole("button", { name: "Close the menu" }).click();
	await expect(menu).toBeHidden();

	await opener.click();
	await page.mouse.click(180, 30);
	await expect(menu).toBeHidden();

	await opener.click();
	await expect(menu.locator("[aria-current=page]")).toHaveText(["Assets"]);
	await menu.getByRole("link", { name: "Vulnerabilities" }).click();
	await expect(menu).toBeHidden();
	await expect(page).toHaveURL(`${product.url}/dashboard/vulnerabilities`);
	await expect(heading(page)).toBeFocused();

	await tabs.getByRole("link", { name: "Outbox" }).click();
	await expect(page).toHaveURL(`${product.url}/dashboard/outbox`);
	await expect(heading(page)).toHaveText("Outbox");
	await expect(tabs.locator("[aria-current=page]")).toHaveText(["Outbox"]);
	await page.getByRole("link", { name: "New Scan" }).click();
	await expect(page).toHaveURL(`${product.url}/dashboard/scans`);
});

test("the number on the Outbox tab is one line inside its tab: two digits, three, and with text at twice the size", async ({
	page,
	product,
}) => {
	await page.setViewportSize(PHONE);
	const account = await signIn(page, product);
	const badge = page.locator("[data-tab-bar] [data-count]");
	await page.goto(`${product.url}/dashboard/settings`);
	await whenHydrated(page);
	for (const [count, text] of [
		[12, "12"],
		[108, "99+"],
	] as const) {
		await fillOutbox(page, account, count);
		await page.reload();
		await expect(badge).toHaveText(text);
		await expect(page.locator("[data-tab-bar]").getByRole("link", { name: /^Outbox.* waiting$/ })).toBeVisible();
		for (const size of ["100%", "200%"]) {
			await page.evaluate((given) => document.documentElement.style.setProperty("font-size", given, "important"), size);
			for (const viewport of [{ width: 320, height: 740 }, { width: 360, height: 740 }, SIDEWAYS]) {
				await page.setViewportSize(viewport);
				const lines = await badge.evaluate((node) => {
					const range = document.createRange();
					range.selectNodeContents(node);
					return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
				});
				expect(lines, `${text} at ${viewport.width} px, ${size}`).toBe(1);
			}
		}
	}
});

test("a phone on its side has a rail beside the page, with room for thumbs, and the page has the height", async ({
	page,
	product,
}) => {
	await page.setViewportSize(SIDEWAYS);
	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/reports`);
	await whenHydrated(page);
	const rail = page.getByRole("navigation", { name: "Tabs" });
	const main = page.getByRole("main");
	for (const viewport of [SIDEWAYS, { width: 568, height: 320 }]) {
		await page.setViewportSize(viewport);
		await expect(sidebar(page)).toBeHidden();
		const box = await rail.boundingBox();
		expect(box).toMatchObject({ x: 0, y: 0, height: viewport.height });
		expect(box?.width).toBeLessThanOrEqual(80);
		expect((await main.boundingBox())?.x).toBeGreaterThanOrEqual(box?.width ?? 0);
		// A quarter of the height at most, and nothing once it is scrolled.
		expect((await main.boundingBox())?.y).toBeLessThanOrEqual(viewport.height / 4);
		for (const item of await rail.getByRole("listitem").all()) {
			const { width = 0, height = 0, y = -1 } = (await item.boundingBox()) ?? {};
			expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
			expect(y + height).toBeLessThanOrEqual(viewport.height);
		}
	}
	await page.evaluate(() => scrollTo({ top: 500, behavior: "instant" }));
	await expect(page.getByRole("banner")).not.toBeInViewport();
	await rail.getByRole("link", { name: "Scans" }).click();
	await expect(heading(page)).toHaveText("Security Scans");
	await expect(heading(page)).toBeFocused();
	await rail.getByRole("button", { name: "More" }).click();
	await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Assets" }).click();
	await expect(heading(page)).toHaveText("Assets");
});

test("header and footer come back with a public page, and its script never loads the shell", {
	annotation: { type: "acceptance", description: "S2.31" },
}, async ({ page, product }) => {
	const files: string[] = [];
	page.on("request", (request) => files.push(new URL(request.url()).pathname));
	await page.goto(product.url);
	await whenHydrated(page);
	expect(files.filter((file) => file.includes("dashboard-layout"))).toEqual([]);
	await page.goto(`${product.url}/dashboard/overview`);
	await whenHydrated(page);
	await sidebar(page).getByRole("link", { name: "Plumbline" }).click();
	await expect(page).toHaveURL(`${product.url}/`);
	await expect(page.getByRole("contentinfo")).toBeVisible();
	await page.goBack();
	await expect(page.getByRole("contentinfo")).toHaveCount(0);
	await expect(tiles(page)).toHaveCount(4);
});

test("going back restores the scroll position", async ({ page, product }) => {
	await page.setViewportSize(PHONE);
	await page.goto(`${product.url}/dashboard/overview`);
	await whenHydrated(page);
	await page.evaluate(() => scrollTo({ top: 300, behavior: "instant" }));
	await page.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Outbox" }).click();
	await expect(heading(page)).toHaveText("Outbox");
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
	await page.goBack();
	await expect(heading(page)).toHaveText("Overview");
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
});

test("a known account never sees samples, not even before the script runs", async ({ page, product }) => {
	await page.setViewportSize(DESKTOP);
	await knowAccount(page);
	await page.route("**/assets/**/*.js", (route) => route.abort());
	await page.goto(`${product.url}/dashboard/overview`);
	await expect(heading(page)).toBeVisible();
	await expect(page.getByText("Total scans").first()).toBeAttached();
	await expect(page.getByText("Sample", { exact: true }).first()).toBeHidden();
	await expect(page.getByText(/sample data/)).toBeHidden();
	await expect(tiles(page).first()).toBeHidden();
	await expect(page.getByText("Total scans").filter({ visible: true })).toHaveCount(1);
	await expect(page.getByRole("link", { name: "Sign in" })).toHaveCount(0);
});

test("when the session has ended, kept data is hidden until the same account signs in again", { tag: "@road" }, async ({
	page,
	product,
}) => {
	await page.setViewportSize(DESKTOP);
	await knowAccount(page);
	let asked = 0;
	page.on("request", (request) => {
		if (request.url().endsWith("/accounts/me/")) asked += 1;
	});
	await page.goto(`${product.url}/dashboard/overview`);
	await expect(page.getByText("Your session has ended.")).toBeVisible();
	await expect(page.getByRole("link", { name: "Sign in again as ada@mail.example" })).toHaveAttribute(
		"href",
		"/auth/login?next=%2Fdashboard%2Foverview",
	);
	await expect(page.getByText("Sign in again to see your numbers.")).toBeVisible();
	await expect(tiles(page)).toHaveCount(0);
	expect(asked).toBe(1);
});

test("signing out is outside the six items, ends the session and leaves no account data", {
	annotation: { type: "acceptance", description: "A20, B36" },
}, async ({ page, context, product }) => {
	await page.setViewportSize(DESKTOP);
	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/overview`);
	await expect(page.getByRole("list", { name: "Do first" })).toContainText("your first scan");
	await page.getByRole("banner").getByRole("button", { name: "Ada Lovelace" }).click();
	await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
	// Nothing waits for the account, so nothing is requested.
	await expect(page).toHaveURL(`${product.url}/auth/login`);
	await expect(page.getByText("You are signed out", { exact: true })).toBeVisible();
	expect(await page.evaluate(() => localStorage.getItem("plumbline-account"))).toBeNull();
	expect((await context.request.get(`${product.url}/api/v1/accounts/me/`)).status()).toBe(401);
	await page.goto(`${product.url}/dashboard/overview`);
	await expect(page.getByText(/sample data/)).toBeVisible();
	await expect(tiles(page)).toHaveCount(4);
});

test("with the network off every dashboard address opens and says that it is offline", async ({
	page,
	context,
	product,
}) => {
	await page.setViewportSize(PHONE);
	await page.goto(product.url);
	await whenInstalled(page);
	const seen = watch(page);
	await context.setOffline(true);
	for (const path of ["/dashboard", "/dashboard/scans/123", "/dashboard/nope", "/dashboard/outbox"]) {
		await page.goto(product.url + path);
		await expect(page.getByRole("navigation", { name: "Tabs" })).toBeVisible();
		await expect(page.getByText("Requests are saved and sent later.")).toBeVisible();
		await expect(heading(page)).not.toHaveText("Opening");
		expect(new URL(page.url()).pathname).toBe(path);
	}
	expect(seen).toEqual({ complaints: [], calls: [] });
	await knowAccount(page);
	await page.goto(`${product.url}/dashboard/overview`);
	await expect(page.getByText("Nothing is saved on this device yet.", { exact: false })).toBeVisible();
});

test("the shell has no axe violation and no sideways scrolling", async ({ browser, product }) => {
	const context = await browser.newContext({
		viewport: { width: 320, height: 740 },
		reducedMotion: "reduce",
		serviceWorkers: "block",
	});
	const page = await context.newPage();
	await page.goto(`${product.url}/dashboard/overview`);
	await whenHydrated(page);
	for (const table of await page.getByText("The same as a table").all()) await table.click();
	await expectAxeClean(page, "overview", { targets: true });
	await page.setViewportSize(PHONE);
	expect(await overflow(page)).toBeLessThanOrEqual(0);
	await page.getByRole("button", { name: "More" }).click();
	for (const width of [320, PHONE.width]) {
		await page.setViewportSize({ width, height: 740 });
		await expectAxeCleanInThemes(page, `menu at ${width} px`, { targets: true });
	}
	await page.goto(`${product.url}/dashboard/outbox`);
	expect(await overflow(page)).toBeLessThanOrEqual(0);
	await expectAxeClean(page, "outbox", { targets: true });
	await context.close();
});
