import type { Page, Request, Route } from "@playwright/test";
import { expect, stopClock, test, tickUntilVisible, whenHydrated } from "../kit.ts";

// The form's states, texts and timings, with answers that the test chooses. The worker is kept out so that the answers reach the page.
test.use({ serviceWorkers: "block" });

const API = "**/api/v1/scans/combined/start/";

test.beforeEach(async ({ page, product }) => {
	await page.goto(product.url);
	await whenHydrated(page);
});

const target = (page: Page) => page.getByPlaceholder("Enter a URL, IP address or hostname");
const email = (page: Page) => page.locator("#scan-email");
const submit = (page: Page) => page.getByRole("button", { name: /^Submit/ });

/** Answers the call like a server that accepts: the receipt names the request's key. */
const accept = (route: Route) =>
	route.fulfill({
		status: 202,
		json: {
			receipt: {
				key: route.request().headers()["idempotency-key"],
				scanId: "00000000-0000-4000-8000-000000000001",
				acceptedAt: "2026-01-01T00:00:00.000Z",
			},
		},
	});

test("step 1 shows only the target input and the Scan button", {
	annotation: { type: "acceptance", description: "S4.16, S5.05" },
}, async ({ page }) => {
	await expect(target(page)).toBeVisible();
	await expect(page.getByRole("button", { name: "Scan", exact: true })).toBeVisible();
	await expect(email(page)).toHaveCount(0);
	await expect(submit(page)).toHaveCount(0);
});

test("the Scan button does nothing on a blank target", {
	annotation: { type: "acceptance", description: "S5.04" },
}, async ({ page, product }) => {
	for (const blank of ["", "   "]) {
		await target(page).fill(blank);
		await page.getByRole("button", { name: "Scan", exact: true }).click();
		await expect(email(page)).toHaveCount(0);
		await expect(page.getByRole("alert")).toHaveCount(0);
	}
	expect(product.line.writes).toEqual([]);
});

test("Enter leads to step 2 with the target read-only, the email focused, and Submit in place of Scan", {
	annotation: { type: "acceptance", description: "S4.17-S4.20, S4.30" },
}, async ({ page }) => {
	await target(page).fill(" example.com ");
	await target(page).press("Enter");
	await expect(email(page)).toBeFocused();
	await expect(page.locator("input[readonly]")).toHaveCount(1);
	await expect(page.getByRole("button", { name: "Scan", exact: true })).toHaveCount(0);
	await expect(submit(page)).toBeVisible();
});

test("a control leads back to step 1 with the text kept", {
	annotation: { type: "acceptance", description: "B50" },
}, async ({ page }) => {
	await target(page).fill("example.com");
	await target(page).press("Enter");
	await page.getByRole("button", { name: /change/i }).click();
	await expect(target(page)).toBeEditable();
	await expect(target(page)).toHaveValue("example.com");
	await expect(email(page)).toHaveCount(0);
});

test("a bad email gets the message and no request, and editing removes the message", {
	tag: "@road",
	annotation: { type: "acceptance", description: "S5.03, S8.02" },
}, async ({ page, product }) => {
	await target(page).fill("example.com");
	await target(page).press("Enter");
	for (const bad of ["", "a@b", "a", "@b.c"]) {
		await email(page).fill(bad);
		await submit(page).click();
		await expect(page.getByRole("alert")).toHaveText("Please enter a valid email and search value.");
	}
	await email(page).fill("a@b.c");
	await expect(page.getByRole("alert")).toHaveCount(0);
	expect(product.line.writes).toEqual([]);
});

test("Enter submits once, and the button says Submitting and is disabled while the answer is awaited", {
	annotation: { type: "acceptance", description: "S2.95, S4.21, S4.22, S4.31, S6.05, S7.02, S7.05-S7.08" },
}, async ({ page }) => {
	const requests: Request[] = [];
	let answer = () => {};
	const held = new Promise<void>((resolve) => {
		answer = resolve;
	});
	await page.context().addCookies([{ name: "sid-of-a-test", value: "1", url: page.url() }]);
	await page.route(API, async (route) => {
		requests.push(route.request());
		await held;
		await accept(route);
	});
	await target(page).fill(" example.com ");
	await target(page).press("Enter");
	await email(page).fill("a@b.co");
	await email(page).press("Enter");
	await expect(submit(page)).toHaveText(/^Submitting/);
	await expect(submit(page)).toBeDisabled();
	await email(page).press("Enter");
	await expect.poll(() => requests.length).toBe(1);
	const request = requests[0];
	expect(new URL(request?.url() ?? "").pathname).toBe("/api/v1/scans/combined/start/");
	expect(request?.method()).toBe("POST");
	expect((await request?.allHeaders())?.cookie).toContain("sid-of-a-test=1");
	expect(request?.postDataJSON()).toEqual({ target: "example.com", email: "a@b.co" });
	expect(request?.headers()["content-type"]).toContain("application/json");
	answer();
	await expect(page.getByText("Scan launched!")).toBeVisible();
	expect(requests.length).toBe(1);
});

test("success shows the toast, clears both inputs and goes back to step 1", {
	tag: "@road",
	annotation: { type: "acceptance", description: "S4.23, S4.24, S4.27" },
}, async ({ page }) => {
	await page.route(API, accept);
	await target(page).fill("example.com");
	await target(page).press("Enter");
	await email(page).fill("a@b.co");
	await submit(page).click();
	await expect(page.getByText("Scan launched!", { exact: true })).toBeVisible();
	await expect(
		page.getByText("We are checking your security posture now. Keep an eye on your email for your results.", {
			exact: true,
		}),
	).toBeVisible();
	await expect(target(page)).toHaveValue("");
	await expect(target(page)).toBeEditable();
	await target(page).fill("example.org");
	await target(page).press("Enter");
	await expect(email(page)).toHaveValue("");
});

/** Fills in both steps and submits. */
async function askFor(page: Page): Promise<void> {
	await target(page).fill("example.com");
	await target(page).press("Enter");
	await email(page).fill("a@b.co");
	await submit(page).click();
}

/** The scan was launched, and its toast is closed. */
async function expectLaunched(page: Page): Promise<void> {
	const toast = page.getByText("Scan launched!", { exact: true });
	await expect(toast).toBeVisible();
	await page.getByRole("button", { name: /close/i }).first().click();
	await expect(toast).toHaveCount(0);
}

test("an answer of 200 with an empty object, 201 with any body and 204 without one is success", {
	annotation: { type: "acceptance", description: "S7.09, S7.34" },
}, async ({ page }) => {
	let answer: { status: number; body: string; contentType?: string };
	await page.route(API, (route) => route.fulfill(answer));
	for (const [status, body] of [
		[200, "{}"],
		[201, '{"anything":[1,2]}'],
		[204, ""],
	] as const) {
		await test.step(`${status}`, async () => {
			answer = { status, body, ...(body && { contentType: "application/json" }) };
			await askFor(page);
			await expectLaunched(page);
		});
	}
});

test("an error's message is shown inline, at step 2, and retry works: 400 to 503", {
	annotation: { type: "acceptance", description: "S4.28, S4.29, S8.03, S8.04, S8.24" },
}, async ({ page }) => {
	let refusal: number | null = null;
	let requests = 0;
	await page.route(API, (route) => {
		requests += 1;
		const refused = { status: refusal ?? 0, json: { code: "x", message: "Because of X." } };
		return refusal === null ? accept(route) : route.fulfill(refused);
	});
	for (const status of [400, 401, 403, 404, 409, 422, 429, 500, 503]) {
		await test.step(`${status}`, async () => {
			const before = requests;
			refusal = status;
			await askFor(page);
			await expect(page.getByRole("alert")).toContainText("API error: Because of X.");
			await expect(email(page)).toHaveValue("a@b.co");
			await expect(submit(page)).toBeEnabled();
			refusal = null;
			await submit(page).click();
			await expectLaunched(page);
			expect(requests).toBeGreaterThanOrEqual(before + 2);
		});
	}
});

test("without an answer the transport error's message follows the prefix", {
	annotation: { type: "acceptance", description: "S8.05" },
}, async ({ page }) => {
	await page.route(API, (route) => route.abort("connectionreset"));
	await target(page).fill("example.com");
	await target(page).press("Enter");
	await email(page).fill("a@b.co");
	await submit(page).click();
	await expect(page.getByRole("alert")).toContainText(/API error: .+/);
	await expect(page.getByRole("alert")).toContainText("Saved on this device; it will be sent again.");
});

test.describe("toast timings", () => {
	test.beforeEach(async ({ page }) => {
		await page.route(API, accept);
	});
	const toast = (page: Page) => page.getByText("Scan launched!", { exact: true });
	const submitAll = async (page: Page) => {
		await target(page).fill("example.com");
		await target(page).press("Enter");
		await email(page).fill("a@b.co");
		await email(page).press("Enter");
	};
	const launch = async (page: Page) => {
		await submitAll(page);
		await expect(toast(page)).toBeVisible();
	};
	/** The toast is there, and the clock is stopped. */
	const launchAndStop = async (page: Page) => {
		await stopClock(page);
		await submitAll(page);
		await tickUntilVisible(page, toast(page));
	};

	test("it is in the upper right corner and disappears after 8 s", {
		annotation: { type: "acceptance", description: "S4.25, S9.01, S9.07" },
	}, async ({ page }) => {
		await page.setViewportSize({ width: 1280, height: 800 });
		await launchAndStop(page);
		await page.mouse.move(10, 700);
		const box = await page.getByText("Scan launched!", { exact: true }).boundingBox();
		expect(box && box.x > 640 && box.y < 400).toBe(true);
		await page.clock.runFor(7900);
		await expect(page.getByText("Scan launched!", { exact: true })).toBeVisible();
		await page.clock.runFor(500);
		await expect(page.getByText("Scan launched!", { exact: true })).toHaveCount(0);
	});

	test("closing hides it before that", { annotation: { type: "acceptance", description: "S4.26" } }, async ({
		page,
	}) => {
		await launch(page);
		await page.getByRole("button", { name: /close/i }).first().click();
		await expect(page.getByText("Scan launched!", { exact: true })).toHaveCount(0);
	});

	test("it waits while hovered and while the window has no focus", {
		annotation: { type: "acceptance", description: "S9.09, S9.10" },
	}, async ({ page }) => {
		await launchAndStop(page);
		await page.getByText("Scan launched!", { exact: true }).hover();
		await page.clock.runFor(12_000);
		await expect(page.getByText("Scan launched!", { exact: true })).toBeVisible();
		await page.evaluate(() => window.dispatchEvent(new Event("blur")));
		await page.mouse.move(10, 10);
		await page.clock.runFor(12_000);
		await expect(page.getByText("Scan launched!", { exact: true })).toBeVisible();
		await page.evaluate(() => window.dispatchEvent(new Event("focus")));
		await page.clock.runFor(10_000);
		await expect(page.getByText("Scan launched!", { exact: true })).toHaveCount(0);
	});

	test("Alt+T moves the focus to it", { annotation: { type: "acceptance", description: "S9.11" } }, async ({
		page,
	}) => {
		await launch(page);
		await page.keyboard.press("Alt+KeyT");
		await expect
			.poll(() => page.evaluate(() => document.activeElement?.closest("[data-sonner-toaster]") !== null))
			.toBe(true);
	});
});
