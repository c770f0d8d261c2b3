import { expect, newAddress, stopClock, test, tickUntilVisible, whenHydrated } from "../kit.ts";

// Things that people do to the page and the other specs do not: act early, swipe sideways, go back.
test.use({ serviceWorkers: "block" });

const PLACEHOLDER = "Enter a URL, IP address or hostname";

test("text typed before the page is hydrated is kept", { tag: "@road" }, async ({ page, product }) => {
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route("**/assets/*.js", async (route) => {
		await held;
		await route.continue();
	});
	await page.goto(product.url, { waitUntil: "commit" });
	await page.getByPlaceholder(PLACEHOLDER).fill("early.example");
	release();
	await whenHydrated(page);
	await page.getByRole("button", { name: "Scan", exact: true }).click();
	await expect(page.locator("input[readonly]")).toHaveValue("early.example");
});

test("pressing Scan before the page is hydrated still leads to step 2", async ({ page, product }) => {
	await page.route("**/assets/*.js", (route) => route.abort());
	await page.goto(product.url);
	await page.getByPlaceholder(PLACEHOLDER).fill("early.example");
	await page.unroute("**/assets/*.js");
	await page.getByRole("button", { name: "Scan", exact: true }).click();
	await whenHydrated(page);
	await expect(page.locator("input[readonly]")).toHaveValue("early.example");
	await expect(page.locator("#scan-email")).toBeFocused();
	expect(new URL(page.url()).search).toBe("");
});

test("a form below the first screen, submitted before its code has loaded, sends once when it has", async ({
	page,
	product,
}) => {
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route("**/assets/below-fold-*.js", async (route) => {
		await held;
		await route.continue();
	});
	const sent: string[] = [];
	page.on("request", (request) => request.method() === "POST" && sent.push(request.postData() ?? ""));
	await page.goto(product.url);
	await whenHydrated(page);
	const list = page.getByRole("form", { name: "Waiting list" });
	const email = newAddress();
	await list.getByLabel("Email").fill(email);
	await list.getByRole("button").click();
	await expect(page.getByText("You are on the list.", { exact: true })).toHaveCount(0);
	expect(new URL(page.url()).search).toBe("");
	release();
	await expect(page.getByText("You are on the list.", { exact: true })).toBeVisible();
	await expect.poll(() => sent.filter((body) => body.includes(email)).length).toBe(1);
});

test("a toast goes when it is dragged sideways far enough, and springs back when it is not", {
	annotation: { type: "acceptance", description: "S9.12" },
}, async ({ page, product }) => {
	await page.route("**/api/v1/scans/combined/start/", (route) => route.fulfill({ status: 200, json: {} }));
	await page.goto(product.url);
	await whenHydrated(page);
	await stopClock(page);
	await page.getByPlaceholder(PLACEHOLDER).fill("example.com");
	await page.keyboard.press("Enter");
	await page.locator("#scan-email").fill("a@b.co");
	await page.keyboard.press("Enter");
	const toast = page.locator("[data-sonner-toast]");
	await tickUntilVisible(page, toast);
	await expect(toast).toHaveAttribute("data-mounted", "true");
	const drag = async (distance: number) => {
		const box = await page.getByText("Scan launched!", { exact: true }).boundingBox();
		if (!box) throw new Error("There is no toast.");
		await page.mouse.move(box.x + 20, box.y + 5);
		await page.mouse.down();
		// Slow enough not to be a flick, which counts whatever its length.
		for (let step = 1; step <= 10; step += 1) {
			await page.mouse.move(box.x + 20 + (distance * step) / 10, box.y + 5);
			await page.clock.runFor(100);
		}
		await page.mouse.up();
	};
	await drag(20);
	await expect(toast).toHaveAttribute("data-swipe-out", "false");
	await expect(page.getByText("Scan launched!", { exact: true })).toBeVisible();
	await drag(120);
	await expect(toast).toHaveAttribute("data-swipe-out", "true");
	await page.clock.runFor(500);
	await expect(toast).toHaveCount(0);
});

test("a discarded request can be taken back, and goes out under its old key", async ({ page, product }) => {
	const keys: (string | undefined)[] = [];
	let refuse = true;
	await page.route("**/api/v1/scans/combined/start/", (route) => {
		keys.push(route.request().headers()["idempotency-key"]);
		return refuse
			? route.fulfill({ status: 500, json: { message: "Later." } })
			: route.fulfill({ status: 200, json: {} });
	});
	await page.goto(product.url);
	await whenHydrated(page);
	await page.getByPlaceholder(PLACEHOLDER).fill("undo.example");
	await page.keyboard.press("Enter");
	await page.locator("#scan-email").fill("a@b.co");
	await page.keyboard.press("Enter");
	await page.getByRole("link", { name: /outbox/i }).click();
	await expect(page.getByRole("heading", { name: "undo.example" })).toBeVisible();
	await page.getByRole("button", { name: "Actions: undo.example" }).click();
	await page.getByRole("menuitem", { name: "Discard" }).click();
	await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	refuse = false;
	await page.getByRole("button", { name: "Undo" }).click();
	const send = page.getByRole("button", { name: "Send now" });
	// It may disappear by itself before the button is there.
	await send.or(page.getByText(/was sent/)).click();
	await expect(page.getByText("The request was sent.")).toBeVisible();
	expect(keys.length).toBeGreaterThan(1);
	expect(new Set(keys).size).toBe(1);
});

test("a navigation inside the app sets the title and moves the focus to the page", async ({ page, product }) => {
	await page.goto(`${product.url}/outbox`);
	await whenHydrated(page);
	await page.getByRole("link", { name: "Request a scan" }).click();
	await expect(page).toHaveTitle(/AI-driven governance, risk and compliance/);
	await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
