// Takes a screenshot of every screen of the built product at four sizes, light and dark, for an account that has everything, and of
// the dashboard's samples as a visitor sees them: `npm run screens -- [--whole] [folder] [part of an address]`. For people to look
// at; not committed. With `--whole`, it takes the whole page instead of just what fits on the screen.
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { fillOutbox, signInToFullAccount } from "../tests/e2e/full-account.ts";
import { startProduct, whenHydrated } from "../tests/e2e/kit.ts";
import { dashboardScreens, everyScreen, ownScreens } from "../tests/e2e/screens.ts";
import { ensureChromium } from "./browser.ts";

const SIZES = [
	{ width: 360, height: 740 },
	{ width: 740, height: 360 },
	{ width: 1280, height: 800 },
	{ width: 1920, height: 1080 },
];
const THEMES = ["light", "dark"] as const;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { whole: { type: "boolean" } } });
const [folder = join(tmpdir(), "plumbline-screens"), part = ""] = positionals;

/** `/dashboard/scans?tab=history` is `dashboard-scans-tab-history`. */
const nameOf = (path: string) => path.slice(1).replace(/[^\w-]+/g, "-") || "landing";

const newContext = (browser: Browser): Promise<BrowserContext> =>
	browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block" });

async function take(page: Page, url: string, paths: string[], group: string): Promise<void> {
	for (const path of paths.filter((path) => path.includes(part))) {
		for (const colorScheme of THEMES) {
			await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
			await page.goto(url + path);
			await whenHydrated(page);
			// A list of running scans never ends its event stream, so this must not wait forever.
			await page.waitForLoadState("networkidle", { timeout: 1_500 }).catch(() => undefined);
			for (const size of SIZES) {
				await page.setViewportSize(size);
				const file = `${nameOf(path)}-${size.width}x${size.height}-${colorScheme}.png`;
				await page.screenshot({
					path: join(folder, group, file),
					animations: "disabled",
					fullPage: values.whole ?? false,
				});
			}
		}
	}
}

await mkdir(folder, { recursive: true });
const product = await startProduct();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
try {
	const visitor = await newContext(browser);
	await take(await visitor.newPage(), product.url, dashboardScreens(), "visitor");
	await visitor.close();

	const context = await newContext(browser);
	const page = await context.newPage();
	const account = await signInToFullAccount(page, product);
	await page.goto(`${product.url}/dashboard/outbox`);
	await whenHydrated(page);
	await fillOutbox(page, account);
	await take(page, product.url, [...everyScreen(), ...ownScreens(account)], "account");
	console.log(`The pictures are in ${folder}.`);
} finally {
	await browser.close();
	await product.close();
}
