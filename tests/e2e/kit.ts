import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import { test as base, chromium, expect, type LaunchOptions, type Locator, type Page } from "@playwright/test";
import { scratchFolder } from "../support/scratch-folder.ts";
import { type FaultProxy, startFaultProxy } from "../support/server/fault-proxy.ts";
import { startManyAsOne } from "../support/server/fleet.ts";
import { type Mailbox, startMailbox } from "../support/server/mailbox.ts";
import { type Plumbline, startPlumbline } from "../support/server/plumbline.ts";
import { type StoredScan, storedScans, withEmbeddedDatabase } from "../support/server/stored-scans.ts";

/** A whole product: server with practice target, a mailbox it emails, and a line to it that can be broken. */
export type Product = {
	/** The address a browser uses: the proxy's. */
	url: string;
	server: Plumbline;
	practicePort: number;
	mailbox: Mailbox;
	line: FaultProxy;
	/** What the server's database holds for a mailbox. */
	scansFor(email: string): Promise<StoredScan[]>;
	/** Confirms an account's address, as the emailed code does. */
	confirmAddress(email: string): Promise<void>;
	/** Starts the server again on the same data, after it was stopped or killed. */
	restart(): Promise<void>;
	close(): Promise<void>;
	/** Closes it at the end of a block. */
	[Symbol.asyncDispose](): Promise<void>;
};

/** Tests share one client address: the limits that protect the product from strangers must not stop them. */
const GENEROUS_LIMITS = {
	LIMIT_PER_ADDRESS: "10000",
	LIMIT_PER_EMAIL: "10000",
	LIMIT_PER_TARGET: "10000",
	LIMIT_SIGN_IN: "10000",
	LIMIT_ACCOUNT_CALLS: "10000",
};

/** How a product runs: as one process, or as two that answer and three that run jobs, on one database behind a front. */
export type Layout = "one" | "many";
const START = { one: startPlumbline, many: startManyAsOne };

export async function startProduct(env: Record<string, string> = {}, layout: Layout = "one"): Promise<Product> {
	const [mailbox, line] = await Promise.all([startMailbox(), startFaultProxy()]);
	const settings = { SMTP_URL: mailbox.smtpUrl, PUBLIC_URL: line.url, ...GENEROUS_LIMITS, ...env };
	const first = await START[layout](settings);
	const addressOf = (server: Plumbline) => server.listening;
	line.target = addressOf(first);
	const product: Product = {
		url: line.url,
		server: first,
		practicePort: first.practicePort,
		mailbox,
		line,
		scansFor: (email) => storedScans(first.varDir, email),
		confirmAddress: (email) =>
			withEmbeddedDatabase(first.varDir, async (client) => {
				await client.query("UPDATE accounts SET email_confirmed_at = created_at WHERE email = $1", [email]);
			}),
		async restart() {
			const again = { ...settings, VAR_DIR: first.varDir, PRACTICE_PORT: String(first.practicePort) };
			product.server = await START[layout](again);
			line.target = addressOf(product.server);
		},
		async close() {
			await product.server.stop();
			await Promise.all([mailbox.close(), line.close()]);
		},
		[Symbol.asyncDispose]: () => product.close(),
	};
	return product;
}

/** Everything that a site stores in a browser, except its service worker and what that caches. */
const SITE_DATA = "cookies,file_systems,indexeddb,local_storage,shader_cache,websql";

/** A new profile in which the worker of a product is installed, and nothing else. */
async function installedProfile({ url }: Product, launchOptions: LaunchOptions): Promise<string> {
	const folder = await scratchFolder("installed");
	const context = await chromium.launchPersistentContext(folder, { ...launchOptions, serviceWorkers: "allow" });
	const page = await context.newPage();
	await page.goto(url);
	await whenInstalled(page);
	// The page writes to its storage too, so it is closed first.
	await page.goto("about:blank");
	const session = await context.newCDPSession(page);
	await session.send("Storage.clearDataForOrigin", { origin: url, storageTypes: SITE_DATA });
	await context.close();
	return folder;
}

type Fixtures = {
	product: Product;
	/**
	 * A new one has never seen the product, and no worker is installed unless a test sets `serviceWorkers: "allow"`, because that takes
	 * longer than most tests. A test about the worker starts where it is installed.
	 */
	device: "new" | "installed";
};
type WorkerFixtures = { sharedProduct: Product; profile: () => Promise<string> };
/** Set by a project (playwright.config.ts). */
export type WorkerOptions = { layout: Layout };

/** Tests of one worker share a product, so their actions must not collide: each uses its own mailbox address. */
export const test = base.extend<Fixtures, WorkerFixtures & WorkerOptions>({
	layout: ["one", { option: true, scope: "worker" }],
	sharedProduct: [
		async ({ layout }, use) => {
			const product = await startProduct({}, layout);
			await use(product);
			await product.close();
		},
		{ scope: "worker", timeout: 240_000 },
	],
	product: async ({ sharedProduct }, use) => {
		sharedProduct.line.fault = "none";
		sharedProduct.line.workersOffline = false;
		sharedProduct.line.writes.length = 0;
		sharedProduct.line.workerSuffix = "";
		await use(sharedProduct);
	},
	profile: [
		async ({ sharedProduct, launchOptions }, use) => {
			let made: Promise<string> | undefined;
			await use(() => {
				made ??= installedProfile(sharedProduct, launchOptions);
				return made;
			});
		},
		{ scope: "worker" },
	],
	device: ["new", { option: true }],
	serviceWorkers: async ({ device }, use) => use(device === "new" ? "block" : "allow"),
	context: async ({ browser, device, profile, launchOptions, sharedProduct: { line } }, use) => {
		if (device === "new") {
			const context = await browser.newContext();
			await use(context);
			await context.close();
			return;
		}
		const folder = await scratchFolder("profile");
		await promisify(execFile)("cp", ["-a", `${await profile()}/.`, folder]);
		const context = await chromium.launchPersistentContext(folder, launchOptions);
		const setOffline = context.setOffline.bind(context);
		// Chromium starts a worker for a sync event by itself, perhaps before a test's tool can tell that worker that it is offline.
		context.setOffline = async (offline) => {
			line.workersOffline = offline;
			await setOffline(offline);
		};
		await use(context);
		await context.close();
		await rm(folder, { recursive: true, force: true });
	},
});

/** For single tests that start with the worker installed, in a file of others. */
export const installedTest = test.extend({ device: "installed" });

export { expect };

/** Resolves when the page is hydrated and a service worker controls it, so that going offline is safe. */
export async function whenInstalled(page: Page): Promise<void> {
	await page.evaluate(async () => {
		// What the page does by itself a second later (`site-pages.spec.ts` and Lighthouse wait for that).
		const { trustedTypes } = globalThis as unknown as {
			trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
		};
		const rules = { createScriptURL: (url: string) => url };
		await navigator.serviceWorker.register(trustedTypes.createPolicy("worker-url", rules).createScriptURL("/sw.js"));
		await navigator.serviceWorker.ready;
		if (navigator.serviceWorker.controller) return;
		await new Promise((resolve) =>
			navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
		);
	});
	await whenHydrated(page);
}

export async function whenHydrated(page: Page): Promise<void> {
	await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
}

/**
 * Stops the page's clock: from here on its time passes only through `page.clock.runFor`. Otherwise Playwright's clock would keep running,
 * and the speed of the machine would decide the result.
 */
export async function stopClock(page: Page): Promise<void> {
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 10_000);
}

/** Lets a stopped clock run in small steps until `locator` is there: what appears by timers appears at a known time. */
export async function tickUntilVisible(page: Page, locator: Locator): Promise<void> {
	await expect(async () => {
		await page.clock.runFor(20);
		await expect(locator).toBeVisible({ timeout: 100 });
	}).toPass({ intervals: [0] });
}

/** Fills both steps of the free-scan form and submits. */
export async function askForScan(page: Page, target: string, email: string): Promise<void> {
	await page.getByPlaceholder("Enter a URL, IP address or hostname").fill(target);
	await page.getByRole("button", { name: "Scan", exact: true }).click();
	await page.locator("#scan-email").fill(email);
	await page.getByRole("button", { name: "Submit", exact: true }).click();
}

let serial = 0;
/** A mailbox used nowhere else in the run. */
export const newAddress = () => `visitor-${process.pid}-${++serial}@mail.example`;
