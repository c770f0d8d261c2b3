import { chromium, type Page } from "@playwright/test";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { expectAxeCleanNow } from "../axe-clean.ts";
import { askForScan, expect, newAddress, test, whenHydrated, whenInstalled } from "../kit.ts";

// Not where the worker is installed: that profile persists, and there the browser makes its own offers.
test.use({ serviceWorkers: "allow" });

/** The browser's install offer, as Chromium makes it on an installable page; `answer` is the answer to its dialog. */
async function offer(page: Page, answer: "accepted" | "dismissed"): Promise<void> {
	await page.evaluate((outcome) => {
		const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
			prompt: async () => ({ outcome }),
		});
		dispatchEvent(event);
		if (!event.defaultPrevented) throw new Error("The browser would ask by itself.");
	}, answer);
}

const invitation = (page: Page) => page.getByRole("region", { name: "Install Plumbline on this device" });
const settings = (page: Page) => page.getByRole("region", { name: "Install", exact: true });
const kept = (page: Page) => page.evaluate(() => localStorage.getItem("plumbline-install"));

/** The page listens for offers once it has loaded. */
async function open(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await whenInstalled(page);
	await whenHydrated(page);
	await page.waitForLoadState("networkidle");
}

test("the invitation comes after the first scan and never before, accepts a no for a month, and the settings keep offering", async ({
	page,
	context,
	product,
}) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await open(page, product.url);
	await offer(page, "dismissed");
	await expect(invitation(page)).toHaveCount(0);

	await page.goto(`${product.url}/dashboard/settings/device`);
	await whenHydrated(page);
	await expect(settings(page)).toBeVisible();
	await open(page, product.url);
	await offer(page, "accepted");
	await context.setOffline(true);
	await page.getByPlaceholder("Enter a URL, IP address or hostname").fill("example.com");
	await page.getByRole("button", { name: "Scan", exact: true }).click();
	await expect(invitation(page)).toHaveCount(0);
	await page.locator("#scan-email").fill(newAddress());
	await page.getByRole("button", { name: "Submit", exact: true }).click();
	await expect(invitation(page)).toBeVisible();
	await expectAxeCleanNow(page, "invitation", { within: "section[aria-labelledby=install-invitation]" });
	await invitation(page).getByRole("button", { name: "Not now" }).click();
	await expect(invitation(page)).toHaveCount(0);
	expect(await kept(page)).toContain('"declined":1');

	await context.setOffline(false);
	await open(page, `${product.url}/dashboard/settings/device`);
	await offer(page, "accepted");
	await expect(invitation(page)).toHaveCount(0);
	await settings(page).getByRole("button", { name: "Install Plumbline" }).click();
	await expect(settings(page)).toContainText("Plumbline is installed on this device.");
	await page.reload();
	await expect(settings(page)).toContainText("Plumbline is installed on this device.");
});

test("an accepted scan triggers the invitation too, and the answer to the browser's dialog is remembered", async ({
	page,
	product,
}) => {
	await open(page, product.url);
	await offer(page, "dismissed");
	await askForScan(page, `http://127.0.0.1:${product.practicePort}/`, newAddress());
	await invitation(page).getByRole("button", { name: "Install" }).click();
	await expect(invitation(page)).toHaveCount(0);
	expect(await kept(page)).toContain('"declined":1');
});

test.describe("on an iPhone", () => {
	test.use({
		userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1",
		viewport: { width: 360, height: 740 },
	});

	test("the steps are explained, and how to bring waiting requests along in a file", async ({
		page,
		context,
		product,
	}) => {
		await open(page, product.url);
		await context.setOffline(true);
		await askForScan(page, "example.com", newAddress());
		await invitation(page).getByRole("button", { name: "Show me how" }).click();
		await expect(invitation(page).getByRole("listitem").nth(1)).toContainText("Add to Home Screen");
		await page.goto(`${product.url}/dashboard/settings/device`);
		await whenHydrated(page);
		await expect(settings(page).getByRole("listitem")).toHaveCount(3);
		await settings(page).getByRole("link", { name: "hand them over" }).click();
		await expect(page.getByRole("heading", { name: "Hand over" })).toBeVisible();
	});
});

test("the browser itself installs the app, opens it in its own window, even offline, and removes it", async ({
	product,
	launchOptions,
}) => {
	// With a persistent profile: nothing is installed in a private window.
	const context = await chromium.launchPersistentContext(await scratchFolder("install"), launchOptions);
	try {
		const page = await context.newPage();
		await page.goto(product.url);
		await whenInstalled(page);
		const { installabilityErrors } = await (await context.newCDPSession(page)).send("Page.getInstallabilityErrors");
		expect(installabilityErrors).toEqual([]);

		const system = await context.newCDPSession(page);
		const manifestId = `${product.url}/`;
		await system.send("PWA.install", { manifestId, installUrlOrBundleUrl: manifestId });
		await system.send("PWA.changeAppUserSettings", { manifestId, displayMode: "standalone" });
		const launched = context.waitForEvent("page");
		await system.send("PWA.launch", { manifestId });
		const app = await launched;
		await whenHydrated(app);
		expect(await app.evaluate(() => matchMedia("(display-mode: standalone)").matches)).toBe(true);
		await expect(app.getByRole("button", { name: "Refresh" })).toBeVisible();

		await context.setOffline(true);
		await app.goto(`${product.url}/dashboard/scans`);
		await expect(app.getByRole("heading", { level: 1 })).toHaveText("Security Scans");
		await expect(app.getByRole("button", { name: "Refresh" })).toBeVisible();
		await system.send("PWA.uninstall", { manifestId });
	} finally {
		await context.close();
	}
});
