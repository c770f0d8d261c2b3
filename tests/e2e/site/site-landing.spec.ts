import type { Page } from "@playwright/test";
import { waitlistCount } from "#src/features/landing/waitlist/waitlist-count.ts";
import { expect, newAddress, test, whenHydrated } from "../kit.ts";

test.use({ serviceWorkers: "block" });

/** The landing page with its lower parts hydrated. */
async function open(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await whenHydrated(page);
	// A card that responds proves that the code below the fold is there.
	const card = page.locator("#compliance-readiness");
	await expect(async () => {
		await card.click();
		await expect(card).toHaveAttribute("aria-pressed", "true", { timeout: 200 });
	}).toPass();
	await page.locator("#risk-management").click();
}

/** With the clock stopped before the page loads: its timers count from then. */
async function openWithStoppedClock(page: Page, url: string): Promise<void> {
	const now = Date.now();
	await page.clock.install({ time: now });
	await page.clock.pauseAt(now + 1000);
	await open(page, url);
	await page.mouse.move(0, 0);
}

const NINE = [
	["risk-management", "Risk Management"],
	["compliance-readiness", "Compliance Readiness"],
	["third-party-risk", "Third-Party Risk"],
	["incident-management", "Incident Management"],
	["document-management", "Document Management"],
	["automated-workflow", "Automated Workflow"],
	["automated-questionnaires", "Automated Questionnaires"],
	["compliance-document-generator", "Compliance Document Generator"],
	["control-testing-suite", "Control Testing Suite"],
] as const;

for (const width of [360, 1280]) {
	test(`the first page has all its sections, and they do what they should, ${width} px`, {
		tag: "@road",
		annotation: {
			type: "acceptance",
			description:
				"S0.08, S1.03-S1.05, S1.18-S1.26, S1.43, S1.48, S2.02-S2.10, S2.33-S2.36, S2.38, S2.88-S2.94, S2.96-S2.99, S2.101, S2.103-S2.107, S2.111, S3.06, S3.08, S3.14",
		},
	}, async ({ page, product }) => {
		await page.setViewportSize({ width, height: 740 });
		await open(page, product.url);
		const sections = page.locator("main section");
		const headings = await sections.locator("h1, h2").allTextContents();
		expect(headings.slice(2)).toEqual([
			"Our Solutions",
			"Why Choose Plumbline",
			"The private beta opens step by step",
			"Who We Serve",
			"See for yourself.",
		]);
		expect(await sections.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))).toEqual(
			(await sections.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))).toSorted(
				(a, b) => a - b,
			),
		);
		expect(await page.evaluate(() => document.getElementById("why-plumbline")?.tagName)).toBe("SECTION");

		const solutions = page.locator("#solutions");
		const cards = solutions.locator("button[aria-pressed]");
		const panel = page.locator("#featured-solution");
		await expect(cards).toHaveCount(9);
		await expect(panel).toContainText("Risk Management");
		for (const [id, name] of NINE) {
			await page.locator(`#${id}`).click();
			await expect(solutions.locator("[aria-pressed=true]")).toHaveText(new RegExp(name));
			await expect(panel.getByRole("heading", { name, exact: true })).toBeInViewport();
			await expect(panel.getByRole("listitem")).not.toHaveCount(0);
			await expect(panel.locator(`a[href="/solutions/${id}"]`)).toHaveCount(1);
		}
		await page.locator("#automated-workflow").press("Enter");
		await expect(panel).toContainText("Automated Workflow");
		await page.locator("#third-party-risk").press("Space");
		await expect(panel).toContainText("Third-Party Risk");
		for (const to of ["/solutions", "/demo", "/contact"]) {
			await expect(solutions.locator(`a[href="${to}"]`)).not.toHaveCount(0);
		}
		const edges = await cards.evaluateAll((all) => all.map((card) => getComputedStyle(card).borderInlineStartColor));
		expect(new Set(edges).size).toBeGreaterThan(2);

		const why = page.locator("#why-plumbline");
		await why.getByRole("button", { name: "Size", exact: true }).click();
		await expect(why.locator("[aria-current=true]")).toHaveText("Size");
		await expect(why.getByRole("heading", { name: "The same at any size" })).toBeVisible();
		await expect(why.getByRole("heading", { name: "One record for every framework" })).toBeHidden();
		for (const to of ["/comparison", "/demo", "/trial"]) await expect(why.locator(`a[href="${to}"]`)).toHaveCount(1);

		const who = page.locator("#who-we-serve");
		await expect(page.getByRole("tab")).toHaveCount(3);
		await expect(page.getByRole("tab", { selected: true })).toHaveText("Startups and scaleups");
		const learnMore = who.getByRole("link", { name: "Learn More About This Segment" });
		await expect(learnMore).toHaveAttribute("href", "/solutions/startups-and-scaleups");
		await page.getByRole("tab", { selected: true }).press("ArrowRight");
		await expect(page.getByRole("tab", { selected: true })).toHaveText("In-house compliance teams");
		await expect(learnMore).toHaveAttribute("href", "/solutions/compliance-teams");
		await expect(who.getByText("Illustrative: not a customer’s words.").filter({ visible: true })).toHaveCount(1);
		await page.getByRole("tab", { name: "Consultants and service providers" }).click();
		await expect(learnMore).toHaveAttribute("href", "/solutions/consultants");
		const stages = who.locator("[data-stage]");
		await expect(stages).toHaveCount(3);
		const border = () => stages.first().evaluate((stage) => getComputedStyle(stage).borderTopColor);
		const calm = await border();
		await stages.first().hover();
		await expect.poll(border).not.toBe(calm);
		await page.mouse.move(0, 0);
		await expect.poll(border).toBe(calm);
		await stages.first().getByRole("link").focus();
		await expect.poll(border).not.toBe(calm);
		await expect(page.locator('main section:last-of-type input[name="email"]').last()).toBeVisible();
	});
}

test("the claims are in the document, with or without scripts", {
	tag: "@road",
	annotation: { type: "acceptance", description: "S1.01, S1.28-S1.42, S1.49, S1.50" },
}, async ({ product, request }) => {
	const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(await (await request.get(product.url)).text()) ?? [];
	const text = main
		.replace(/<[^>]+>/g, "")
		.replaceAll("&amp;", "&")
		.replace(/\s+/g, " ");
	for (const claim of [
		/20\+ ?frameworks/,
		/SOC 2.*ISO 27001.*GDPR.*NDPR.*HIPAA.*PCIDSS/,
		/30-day ?free trial, no credit card/,
		/48 hours ?fastest implementation, usually days/,
		/75% ?less manual work/,
		/10 to 10,000 ?employees/,
		/500\+ ?companies/,
		/2-4 weeks ?to compliance/,
		/private beta/,
		/gradual rollout, by industry and region/,
		/10-50.*50-200.*200\+/,
	]) {
		expect(text).toMatch(claim);
	}
});

test("the reasons advance every 4 s, pause for pointer, keyboard and Pause, and never move with reduced motion", {
	annotation: { type: "acceptance", description: "S2.102, S4.38, A52, B49" },
}, async ({ page, product, browser }) => {
	await openWithStoppedClock(page, product.url);
	const why = page.locator("#why-plumbline");
	const current = why.locator("[aria-current=true]");
	const shown = (mark: string) => expect(current).toHaveText([mark]);
	// The moment of mounting is not known to the millisecond: the first change sets the rhythm.
	await expect(async () => {
		await page.clock.runFor(100);
		await expect(current).toHaveText("Time", { timeout: 50 });
	}).toPass({ intervals: [0] });
	for (const mark of ["Work", "Size", "Trial", "Frameworks", "Time"]) {
		await page.clock.runFor(3800);
		await expect(current).not.toHaveText(mark);
		await page.clock.runFor(200);
		await shown(mark);
	}
	await why.getByRole("button", { name: "Size" }).click();
	await shown("Size");
	await page.clock.runFor(9000);
	await shown("Size");
	await page.mouse.move(0, 0);
	await page.clock.runFor(3900);
	await shown("Size");
	await page.clock.runFor(200);
	await shown("Trial");
	await why.getByRole("button", { name: "Pause" }).focus();
	await page.keyboard.press("Shift+Tab");
	await page.clock.runFor(9000);
	await shown("Trial");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Tab");
	await why.getByRole("link").last().focus();
	await page.getByPlaceholder("Enter a URL, IP address or hostname").focus();
	await page.clock.runFor(9000);
	await shown("Trial");
	await why.getByRole("button", { name: "Play" }).click();
	await page.mouse.move(0, 0);
	await page.clock.runFor(4100);
	await shown("Frameworks");

	const context = await browser.newContext({ reducedMotion: "reduce" });
	const calm = await context.newPage();
	await openWithStoppedClock(calm, product.url);
	await calm.clock.runFor(20_000);
	await expect(calm.locator("#why-plumbline [aria-current=true]")).toHaveText("Frameworks");
	await context.close();
});

test("the note about joins comes at 5, 7, 9, 11 and 13 s and goes at 22 s", {
	annotation: { type: "acceptance", description: "S2.108-S2.110, S4.47, S4.51, S4.55, S4.57-S4.62" },
}, async ({ page, product }) => {
	await openWithStoppedClock(page, product.url);
	const section = page.locator("#waitlist");
	await expect(section.locator("input[type=email]")).toHaveCount(1);
	await expect(section.getByRole("button", { name: "Join the list" })).toBeEnabled();
	const now = await page.evaluate(() => Date.now());
	await expect(section.locator("[data-waitlist-count]")).toHaveText(waitlistCount(now).toLocaleString("en"));
	const note = page.locator("[data-join]");
	await page.clock.runFor(4900);
	await expect(note).toHaveCount(0);
	const names = new Set<string>();
	await page.clock.runFor(200);
	for (let more = 0; more < 5; more += 1) {
		if (more > 0) await page.clock.runFor(2000);
		await expect(note).toContainText("just joined");
		names.add((await note.textContent()) ?? "");
	}
	expect(names.size).toBe(5);
	// Decoration: it interrupts no screen reader.
	await expect(note).not.toHaveAttribute("aria-live");
	await expect(page.locator("[role=status], [role=alert], [aria-live]").filter({ has: note })).toHaveCount(0);
	await page.clock.runFor(8800);
	await expect(note).toBeVisible();
	await page.clock.runFor(200);
	await expect(note).toHaveCount(0);
});

test("both forms keep their timing, and what was entered arrives through the outbox", {
	annotation: {
		type: "acceptance",
		description: "S3.24, S3.25, S4.32-S4.37, S4.48-S4.50, S4.63, S5.06-S5.08, S7.28, S7.30, A51",
	},
}, async ({ page, product }) => {
	const bodies: string[] = [];
	page.on("request", (request) => {
		if (request.method() === "POST") bodies.push(request.postData() ?? "");
	});
	await openWithStoppedClock(page, product.url);
	const waitlist = page.locator("#waitlist");
	const join = waitlist.getByRole("button", { name: "Join the list" });
	await join.click();
	await expect(waitlist.locator("input:invalid")).toBeFocused();
	const joiner = newAddress();
	await waitlist.getByLabel("Email").fill(joiner);
	await join.click();
	await expect(waitlist.getByRole("button", { name: "Joining" })).toBeDisabled();
	await page.clock.runFor(1400);
	await expect(waitlist.getByRole("button", { name: "Joining" })).toBeDisabled();
	await page.clock.runFor(200);
	await expect(waitlist.getByText("You are on the list.")).toBeVisible();
	const note = page.locator("[data-join]");
	await expect(note).toHaveText(/You just joined/);
	await page.clock.runFor(2800);
	await expect(note).toBeVisible();
	await page.clock.runFor(200);
	await expect(note).toHaveCount(0);
	await page.clock.runFor(1700);
	await expect(waitlist.getByText("You are on the list.")).toBeVisible();
	await page.clock.runFor(400);
	await expect(waitlist.getByLabel("Email")).toHaveValue("");
	await page.clock.runFor(10_000);
	await expect(note).toHaveCount(0);

	const newsletter = page.getByRole("form", { name: "Newsletter" });
	await expect(newsletter.locator("input")).toHaveCount(1);
	await newsletter.getByLabel("Email").fill("abc");
	await newsletter.getByRole("button").click();
	await expect(newsletter.getByRole("button")).toHaveText("Subscribe");
	const reader = newAddress();
	await newsletter.getByLabel("Email").fill(reader);
	await newsletter.getByLabel("Email").press("Enter");
	await page.clock.runFor(900);
	await expect(newsletter.getByRole("button")).toHaveText("Processing");
	await page.clock.runFor(200);
	const thanks = page.getByText("Thank you for subscribing!", { exact: true });
	await expect(thanks).toBeVisible();
	await page.clock.runFor(2800);
	await expect(thanks).toBeVisible();
	await page.clock.runFor(200);
	await expect(thanks).toHaveCount(0);
	await expect(newsletter.getByLabel("Email")).toHaveValue("");

	await expect(async () => {
		await page.clock.runFor(1000);
		for (const address of [joiner, reader]) expect(bodies.filter((body) => body.includes(address))).toHaveLength(1);
	}).toPass();
});

test("a section below the screen fades in when a tenth of it is in view, once; nothing shifts on the way", {
	annotation: { type: "acceptance", description: "S2.112, S9.06, A37" },
}, async ({ page, product }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await page.addInitScript(() => {
		Object.assign(window, { shifts: 0 });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) window.shifts += entry.value;
		}).observe({ type: "layout-shift", buffered: true });
	});
	await page.goto(product.url);
	await whenHydrated(page);
	const place = page.locator("[data-reveal]").filter({ has: page.locator("#who-we-serve") });
	const opacity = () => place.evaluate((one) => getComputedStyle(one).opacity);
	await expect.poll(opacity).toBe("0");
	const { top, height } = await place.evaluate((one) => {
		const box = one.getBoundingClientRect();
		return { top: box.top + scrollY, height: box.height };
	});
	const showPart = (part: number) =>
		page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top + height * part - 740);
	await showPart(0.09);
	await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
	expect(await opacity()).toBe("0");
	await showPart(0.11);
	await expect.poll(opacity).toBe("1");
	await showPart(0);
	expect(await opacity()).toBe("1");
	for (let y = 0; y < top; y += 500) await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), y);
	expect(await page.evaluate(() => window.shifts)).toBeLessThan(0.01);
});

declare global {
	interface Window {
		shifts: number;
	}
}

test("without scripts, in print and with reduced motion every section is simply there", {
	annotation: { type: "acceptance", description: "B49" },
}, async ({ browser, product }) => {
	for (const options of [{ javaScriptEnabled: false }, { reducedMotion: "reduce" }, {}] as const) {
		const context = await browser.newContext({ ...options, serviceWorkers: "block" });
		const page = await context.newPage();
		await page.goto(product.url);
		if (!("javaScriptEnabled" in options)) await whenHydrated(page);
		if (!("javaScriptEnabled" in options || "reducedMotion" in options)) {
			await page.locator('[data-reveal="waiting"]').first().waitFor({ state: "attached" });
			await page.emulateMedia({ media: "print" });
		}
		for (const name of ["Our Solutions", "Why Choose Plumbline", "Who We Serve", "See for yourself."]) {
			const heading = page.getByRole("heading", { name });
			await expect(heading).toBeVisible();
			expect(
				await heading.evaluate((one) => {
					for (let at: Element | null = one; at; at = at.parentElement) {
						if (getComputedStyle(at).opacity !== "1") return false;
					}
					return true;
				}),
				name,
			).toBe(true);
		}
		if (!("reducedMotion" in options)) {
			await expect(page.getByRole("heading", { name: "Nothing to lose by looking" })).toBeVisible();
			await expect(page.getByText("Many clients, few hours", { exact: false }).first()).toBeVisible();
		}
		await context.close();
	}
});
