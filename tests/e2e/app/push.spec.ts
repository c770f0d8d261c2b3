import type { BrowserContext, Page } from "@playwright/test";
import { SYNC_TAG } from "#contract/requests/worker.ts";
import { newSubscription } from "../../support/server/push-subscription.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeCleanNow } from "../axe-clean.ts";
import { expect, newAddress, type Product, test, whenHydrated, whenInstalled } from "../kit.ts";
import { addMany } from "../outbox/outbox-kit.ts";

test.use({ device: "installed" });

/**
 * A push service cannot be reached from here, so the browser's part of subscribing is faked. Messages are delivered by the browser's own
 * protocol, to its real worker. No scan of the account ends in these tests, so nothing is sent to the endpoint.
 */
async function playPushService(page: Page, endpoint: string): Promise<void> {
	const { subscription } = newSubscription(endpoint);
	await page.addInitScript((given) => {
		const key = "played-subscription";
		const made = () => ({
			...given,
			options: {},
			toJSON: () => given,
			unsubscribe: async () => {
				localStorage.removeItem(key);
				return true;
			},
		});
		Object.assign(PushManager.prototype, {
			getSubscription: async () => (localStorage.getItem(key) ? made() : null),
			subscribe: async (options: { userVisibleOnly: boolean; applicationServerKey: string }) => {
				if (!options.userVisibleOnly || options.applicationServerKey.length !== 87)
					throw new Error("not as it should be");
				localStorage.setItem(key, "made");
				return made();
			},
		});
	}, subscription);
}

const part = (page: Page) => page.getByRole("region", { name: "Notifications" });
const notices = (page: Page) =>
	page.evaluate(async () =>
		(await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => ({
			title,
			body,
			tag,
		})),
	);

/**
 * Delivers a push message until the worker has shown it. On a busy machine the protocol silently loses some; a second one does no harm,
 * because both have the same tag.
 */
async function deliverUntilShown(page: Page, deliver: () => Promise<unknown>, title: string): Promise<void> {
	await expect(async () => {
		await deliver();
		await expect
			.poll(async () => (await notices(page)).map((shown) => shown.title), { timeout: 10_000 })
			.toContain(title);
	}).toPass();
}

/** The browser's protocol for the worker at this address. */
async function workerOf(page: Page, context: BrowserContext, url: string) {
	const session = await context.newCDPSession(page);
	const { promise, resolve } = Promise.withResolvers<string>();
	session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
		const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(url));
		if (own) resolve(own.registrationId);
	});
	await session.send("ServiceWorker.enable");
	const at = { origin: url, registrationId: await promise };
	return {
		deliver: (data: string) => session.send("ServiceWorker.deliverPushMessage", { ...at, data }),
		sync: () => session.send("ServiceWorker.dispatchSyncEvent", { ...at, tag: SYNC_TAG, lastChance: false }),
	};
}

async function atSettings(page: Page, product: Product): Promise<void> {
	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/settings/notifications`);
	await whenInstalled(page);
	await expect(part(page).getByRole("checkbox").first()).toBeVisible();
}

test("notifications are turned on with a tap, registered, chosen by kind, shown, opened, and turned off again", {}, async ({
	page,
	context,
	product,
}) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await context.grantPermissions(["notifications"], { origin: product.url });
	await playPushService(page, "https://93.184.215.14/played");
	await atSettings(page, product);
	await expectAxeCleanNow(page, "notifications", { within: "section[aria-labelledby=notifications]" });
	await expect(part(page).getByRole("button")).toHaveText(["Turn on for this device"]);
	expect(await page.evaluate(() => localStorage.getItem("played-subscription"))).toBeNull();
	await part(page).getByRole("button", { name: "Turn on for this device" }).click();
	await expect(part(page)).toContainText("Notifications are on for this device.");
	const finished = part(page).getByRole("checkbox", { name: "When a scan has ended" });
	await finished.uncheck();
	await expect(finished).toBeEnabled();
	await expect(part(page).getByRole("checkbox", { name: /outbox/ })).toBeChecked();
	await page.reload();
	await expect(finished).not.toBeChecked();
	await expect(part(page)).toContainText("Notifications are on for this device.");

	const id = "7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f";
	const worker = await workerOf(page, context, product.url);
	const message = JSON.stringify({ kind: "new-finding", host: "a.example", id });
	await deliverUntilShown(page, () => worker.deliver(message), "New serious finding");
	expect(await notices(page)).toEqual([{ title: "New serious finding", body: "a.example", tag: id }]);
	// A tap on it. Only the system can make a tap that may open a window, so we check where it leads instead.
	const [running] = context.serviceWorkers();
	const opened = await running?.evaluate(async () => {
		const scope = self as unknown as {
			clients: { openWindow(url: string): Promise<void> };
			registration: ServiceWorkerRegistration;
		};
		const [notification] = await scope.registration.getNotifications();
		return new Promise<string>((resolve) => {
			scope.clients.openWindow = async (url) => resolve(url);
			// biome-ignore lint/suspicious/noExplicitAny: a worker's event, which the types for pages do not have.
			const TapEvent = (globalThis as any).NotificationEvent;
			dispatchEvent(new TapEvent("notificationclick", { notification }));
		});
	});
	expect(opened).toBe(`${product.url}/dashboard/scans/${id}`);
	await expect.poll(() => notices(page)).toEqual([]);
	await deliverUntilShown(page, () => worker.deliver("from a server of tomorrow"), "There is news");

	await part(page).getByRole("button", { name: "Turn off on this device" }).click();
	await expect(part(page).getByRole("button")).toHaveText(["Turn on for this device"]);
	expect(await page.evaluate(() => localStorage.getItem("played-subscription"))).toBeNull();
});

test("the worker shows a notification for what the outbox sends while no window is visible", async ({
	page,
	context,
	product,
}) => {
	await context.grantPermissions(["notifications"], { origin: product.url });
	await playPushService(page, "https://93.184.215.14/played-too");
	await atSettings(page, product);
	await part(page).getByRole("button", { name: "Turn on for this device" }).click();
	await expect(part(page)).toContainText("Notifications are on for this device.");
	await context.setOffline(true);
	await page.goto(`${product.url}/outbox`);
	await whenHydrated(page);
	const email = newAddress();
	await addMany(page, [`http://localhost:${product.practicePort}/`], { email });
	await expect(page.getByRole("article").filter({ hasText: String(product.practicePort) })).toBeVisible();
	// Away from the product: the worker asks about its windows.
	await page.goto("about:blank");
	// A worker learns late that a window is gone, and the browser has it send as soon as there is a network.
	const windows = () =>
		context.serviceWorkers()[0]?.evaluate(async () => {
			const { clients } = self as unknown as { clients: { matchAll(of: object): Promise<unknown[]> } };
			return (await clients.matchAll({ type: "window", includeUncontrolled: true })).length;
		});
	await expect.poll(windows).toBe(0);
	await context.setOffline(false);
	const worker = await workerOf(page, context, product.url);
	await expect(async () => {
		await worker.sync();
		await expect
			.poll(() => product.line.writes.some(({ body }) => body.includes(email)), { timeout: 10_000 })
			.toBe(true);
	}).toPass();
	const told = () =>
		context.serviceWorkers()[0]?.evaluate(async () => {
			const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
			return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
		});
	await expect.poll(told).toEqual(["Outbox sent: One request was sent."]);
});

test("where notifications are blocked, or there are none, the settings say so and ask for nothing", async ({
	page,
	product,
}) => {
	await page.addInitScript(() => {
		Object.defineProperty(Notification, "permission", { get: () => "denied" });
	});
	await atSettings(page, product);
	await expect(part(page)).toContainText("are blocked in this browser");
	await expect(part(page).getByRole("button")).toHaveCount(0);
	await page.addInitScript(() => {
		Reflect.deleteProperty(window, "PushManager");
	});
	await page.reload();
	await expect(part(page)).toContainText("This browser does not support notifications.");
	await part(page)
		.getByRole("checkbox", { name: /By email/ })
		.check();
	await page.reload();
	await expect(part(page).getByRole("checkbox", { name: /By email/ })).toBeChecked();
});
