import type { Page } from "@playwright/test";
import { expectAxeCleanInLight, expectColorsInDark, overflow } from "../axe-clean.ts";
import { complaintsOf } from "../complaints.ts";
import { fillOutbox, signInToFullAccount } from "../full-account.ts";
import { expect, type Product, test, whenHydrated } from "../kit.ts";
import { dashboardScreens, ownScreens, publicScreens } from "../screens.ts";

/** The server's own pages, which have no script of ours. */
const SERVER_PAGES = ["/scanner-info", "/api/v1/docs/"];

/** How much of the screen's content has moved by itself since the page was opened (web.dev/cls). */
const layoutShift = (page: Page) =>
	page.evaluate(async () => {
		let sum = 0;
		const add = (entries: PerformanceEntryList) => {
			for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value;
		};
		const observer = new PerformanceObserver((list) => add(list.getEntries()));
		observer.observe({ type: "layout-shift", buffered: true });
		for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
		add(observer.takeRecords());
		return sum;
	});

/**
 * Opens a page of the product and waits until it is hydrated and its screen is loaded: if a heading is replaced while axe looks, axe
 * thinks there is none. Complaints are added to `complaints`.
 */
async function open(page: Page, { url }: Product, path: string, complaints: string[]): Promise<void> {
	const answer = await page.goto(url + path);
	// The browser itself says in the console that this document is a 404.
	if (answer?.status() === 404) complaints.pop();
	if (SERVER_PAGES.includes(path)) return;
	await whenHydrated(page);
	await expect(page.getByRole("heading", { level: 1, name: "Opening", exact: true }), path).toHaveCount(0);
	await expect(page.getByText(/^Loading the [\w ]+\.$/), path).toHaveCount(0);
}

// Dozens of pages each: on a busy machine they need minutes.
test.describe.configure({ timeout: 1_200_000 });

const startListening = (page: Page) => complaintsOf(page, ["error", "warning"]);

const NARROW = { width: 320, height: 740 };
const PHONE = { width: 360, height: 740 };
const SIDEWAYS = { width: 740, height: 360 };
const WIDE = { width: 1280, height: 720 };

/**
 * How a page is opened and hydrated. No script checks the system's theme or the screen's width (`tests/unit/lib/device/theme.test.ts`),
 * so every address is opened in two ways, not in all eight.
 */
const OPENED = {
	"nobody signed in": { viewport: NARROW, colorScheme: "dark" },
	"a session": { viewport: WIDE, colorScheme: "light" },
} as const;
type Visitor = keyof typeof OPENED;

async function prepare(page: Page, visitor: Visitor): Promise<void> {
	const { viewport, colorScheme } = OPENED[visitor];
	await page.setViewportSize(viewport);
	await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
}

test("every public address hydrates with a silent console in a session", async ({ page, product }) => {
	await prepare(page, "a session");
	await signInToFullAccount(page, product);
	const complaints = startListening(page);
	for (const path of publicScreens()) await open(page, product, path, complaints);
	expect(complaints).toEqual([]);
});

/**
 * Controls whose text is cut off, overflows, or is broken within a word. Not those that show an ellipsis, and not what only screen
 * readers see.
 */
const brokenControls = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const controls = document.querySelectorAll<HTMLElement>('button, summary, [role="tab"], nav a, a.inline-flex');
		return [...controls].flatMap((control) => {
			const box = control.getBoundingClientRect();
			if (box.width === 0 || !control.checkVisibility()) return [];
			const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
			const range = document.createRange();
			for (let node = texts.nextNode(); node; node = texts.nextNode()) {
				const around = node.parentElement;
				if (!around || around.offsetWidth <= 1 || getComputedStyle(around).textOverflow === "ellipsis") continue;
				if (!around.checkVisibility()) continue;
				for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s-]+/g)) {
					range.setStart(node, index);
					range.setEnd(node, index + word.length);
					const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
					const { left, right, top, bottom } = range.getBoundingClientRect();
					const named = `${control.textContent?.trim().slice(0, 40)}: “${word}”`;
					// In running text, a word that is wider than the phone has to break.
					if (lines.size > 1 && control.closest('[data-tab-bar], header, [role="tablist"]:not(section *)'))
						return [`${named} is broken`];
					if (left < box.left - 1 || right > box.right + 1 || top < box.top - 4 || bottom > box.bottom + 4)
						return [`${named} runs out`];
				}
			}
			return [];
		});
	});

/** How many pixels of the screen's height are left between its fixed top and bottom and the page's own header. */
const roomForContent = (page: Page): Promise<number> =>
	page.evaluate(() => {
		const bars = [...document.querySelectorAll<HTMLElement>("body *")].filter((element) => {
			const { position } = getComputedStyle(element);
			if (element.getAttribute("role") === "status" || element.closest("dialog, [popover]")) return false;
			return element.localName === "header" ? element.closest("main") === null : /fixed|sticky/.test(position);
		});
		const heights = bars.map((bar) => {
			const { width, top, bottom } = bar.getBoundingClientRect();
			const isAcross = bar.checkVisibility({ visibilityProperty: true }) && width > innerWidth / 2;
			return isAcross ? Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) : 0;
		});
		return innerHeight - heights.reduce((sum, height) => sum + height, 0);
	});

/** The frame contains its own page. */
const withoutRules = (path: string) => (path === "/ndpr" ? ["landmark-unique"] : []);

type Check = (page: Page, path: string) => Promise<void>;

const expectAccessible: Check = async (page, path) => {
	await page.setViewportSize(NARROW);
	await expectAxeCleanInLight(page, `${path}, 320 px`, { targets: true, without: withoutRules(path) });
};

const expectToFit: Check = async (page, path) => {
	await page.setViewportSize(NARROW);
	await expectColorsInDark(page, `${path}, 320 px`, { without: withoutRules(path) });
	expect.soft(await overflow(page), `${path}, 320 px`).toBeLessThanOrEqual(0);
	expect.soft(await brokenControls(page), `${path}, 320 px`).toEqual([]);

	await page.setViewportSize(SIDEWAYS);
	expect.soft(await overflow(page), `${path}, on its side`).toBeLessThanOrEqual(0);
	if (!SERVER_PAGES.includes(path))
		expect.soft(await roomForContent(page), `${path}, on its side`).toBeGreaterThanOrEqual(SIDEWAYS.height * 0.75);

	await page.setViewportSize(PHONE);
	await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%", "important"));
	expect.soft(await overflow(page), `${path}, large text`).toBeLessThanOrEqual(0);
	expect.soft(await brokenControls(page), `${path}, large text`).toEqual([]);
	if (!SERVER_PAGES.includes(path))
		expect.soft(await roomForContent(page), `${path}, large text`).toBeGreaterThanOrEqual(PHONE.height * 0.75);
};

async function openEach(page: Page, product: Product, paths: string[], visitor: Visitor, check: Check): Promise<void> {
	const complaints = startListening(page);
	for (const path of paths) {
		await prepare(page, visitor);
		await open(page, product, path, complaints);
		if (visitor === "nobody signed in" && !path.startsWith("/dashboard")) {
			const shift = await layoutShift(page);
			if (shift > 0.01) complaints.push(`${path} shifts by ${shift}`);
		}
		await check(page, path);
	}
	expect(complaints).toEqual([]);
}

for (const [title, check, details] of [
	["opens with a silent console and no axe violation:", expectAccessible, { tag: "@road" }],
	["holds at 320 px, on its side, with text at twice the size, and in the dark:", expectToFit, {}],
] as const) {
	test.describe(title, details, () => {
		test("the public pages and the server’s", async ({ page, product }) => {
			await openEach(page, product, [...publicScreens(), ...SERVER_PAGES], "nobody signed in", check);
		});

		test("the dashboard of an account with everything in it", async ({ page, product }) => {
			const account = await signInToFullAccount(page, product);
			await page.goto(`${product.url}/dashboard/outbox`);
			await whenHydrated(page);
			await fillOutbox(page, account);
			await openEach(page, product, [...dashboardScreens(), ...ownScreens(account)], "a session", check);
		});
	});
}

// Themes, sides and sizes are tested on the account's own screens, which have everything that samples have and more.
test("the dashboard with samples opens, is accessible and fits", async ({ page, product }) => {
	await openEach(page, product, dashboardScreens(), "nobody signed in", async (page, path) => {
		await expectAccessible(page, path);
		expect.soft(await overflow(page), `${path}, 320 px`).toBeLessThanOrEqual(0);
		expect.soft(await brokenControls(page), `${path}, 320 px`).toEqual([]);
	});
});
