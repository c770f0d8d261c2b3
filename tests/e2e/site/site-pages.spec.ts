import type { APIRequestContext, Page } from "@playwright/test";
import { SERVER_PAGES } from "#contract/routes.ts";
import { complaintsOf } from "../complaints.ts";
import { expect, newAddress, stopClock, test, whenHydrated } from "../kit.ts";

const SOLUTIONS = [
	"risk-management",
	"compliance-readiness",
	"third-party-risk",
	"incident-management",
	"document-management",
	"automated-workflow",
	"automated-questionnaires",
	"compliance-document-generator",
	"control-testing-suite",
	"startups-and-scaleups",
	"compliance-teams",
	"consultants",
];

const PAGES = [
	"/solutions",
	...SOLUTIONS.map((id) => `/solutions/${id}`),
	"/contact",
	"/demo",
	"/trial",
	"/comparison",
	"/terms",
	"/privacy",
	"/cookies",
	"/security",
	"/about",
	"/careers",
	"/blog",
	"/blog/compliance-automation",
	"/blog/ai-risk-management",
	"/blog/all",
	"/resources",
	"/webinars",
	"/guides",
	"/faq",
];

/** With the worker, as the page itself installs it. */
const firstVisitTest = test.extend({ serviceWorkers: "allow" });

async function fillMessage(page: Page, email: string): Promise<void> {
	await page.getByLabel("First name").fill("Ada");
	await page.getByLabel("Last name").fill("Obi");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Company", { exact: true }).fill("Obi & Co");
	await page.getByLabel("What is it about?").selectOption("technical");
	await page.getByLabel("Message", { exact: true }).fill("Does a redirect count?");
}

const valuesOf = (page: Page, name: string) =>
	page
		.locator(`select[name=${name}] option`)
		.evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value).filter(Boolean));

test("the contact page has its channels and its nine fields", {
	annotation: {
		type: "acceptance",
		description: "S0.07, S1.47, S2.11, S2.114-S2.122, S3.26-S3.62, S5.09-S5.18, S6.06, S9.15, S9.26, A33",
	},
}, async ({ page, product }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(`${product.url}/contact`);
	await whenHydrated(page);
	const hero = page.locator("main section").first();
	await expect(hero.getByRole("link", { name: "Schedule Demo" })).toHaveAttribute("href", "/demo");
	await hero.getByRole("link", { name: "Send us a Message" }).click();
	const form = page.locator("form[id]");
	await expect(form).toBeInViewport();
	expect(new URL(page.url()).hash).toBe(`#${await form.getAttribute("id")}`);
	await expect(page.locator("[data-channel]")).toHaveCount(4);
	await expect(page.locator("[data-channel=demo]")).toContainText("30 minutes");
	await expect(form).toContainText("We reply within 24 hours");
	for (const [channel, type] of [
		["general", "other"],
		["demo", "demo"],
		["sales", "pricing"],
		["support", "support"],
	]) {
		await page.locator(`[data-channel=${channel}] a[href$="#message"]`).click();
		await expect(page.getByLabel("What is it about?")).toHaveValue(type ?? "");
	}
	const names = await form
		.locator("input, select, textarea")
		.evaluateAll((fields) =>
			fields.map((field) => `${(field as HTMLInputElement).name}${(field as HTMLInputElement).required ? "*" : ""}`),
		);
	expect(names.toSorted()).toEqual(
		[
			"firstName*",
			"lastName*",
			"email*",
			"company*",
			"inquiryType*",
			"message*",
			"role",
			"companySize",
			"timeline",
		].toSorted(),
	);
	await expect(form.locator("[name=email]")).toHaveAttribute("type", "email");
	expect(await valuesOf(page, "role")).toEqual(["ceo", "cto", "ciso", "compliance", "legal", "consultant", "other"]);
	expect(await valuesOf(page, "companySize")).toEqual(["1-10", "11-50", "51-200", "201-1000", "1000+"]);
	expect(await valuesOf(page, "timeline")).toEqual(["immediate", "short", "medium", "long", "exploring"]);
	expect(await valuesOf(page, "inquiryType")).toEqual([
		"demo",
		"pricing",
		"technical",
		"partnership",
		"support",
		"other",
	]);
});

test("the page has three offices, each with all its facts", {
	annotation: { type: "acceptance", description: "S2.123-S2.131, S9.16, A36" },
}, async ({ page, product }) => {
	await page.goto(`${product.url}/contact`);
	await whenHydrated(page);
	await expect(page.getByRole("tab", { selected: true })).toHaveText("North America");
	for (const region of ["North America", "EMEA", "Africa"]) {
		await page.getByRole("tab", { name: region, exact: true }).click();
		const panel = page.getByRole("tabpanel");
		await expect(panel.locator("address")).not.toBeEmpty();
		await expect(panel.locator('a[href^="tel:"]')).toHaveCount(1);
		await expect(panel.locator('a[href^="mailto:"]')).toHaveCount(1);
		await expect(panel).toContainText("9:00-18:00");
		await expect(panel.getByText("Interactive map coming soon", { exact: true })).toBeVisible();
		await expect(panel.getByRole("link", { name: /OpenStreetMap/ })).toHaveAttribute("href", /^https:/);
	}
});

test("a message is submitting for 2 s, thanked for 5 s, and really arrives once", {
	tag: "@road",
	annotation: { type: "acceptance", description: "S4.40-S4.46, S7.29, S9.13, S9.14, B24" },
}, async ({ page, product }) => {
	await page.goto(`${product.url}/contact`);
	await whenHydrated(page);
	await stopClock(page);
	const button = page.locator("form#message button[type=submit]");
	const thanks = page.getByText("Thank you. Your message is on its way.");
	const email = newAddress();
	await button.click();
	await expect(page.locator("form#message :invalid").first()).toBeFocused();
	await fillMessage(page, email);
	await button.dblclick();
	await page.clock.runFor(1900);
	await expect(button).toBeDisabled();
	await page.clock.runFor(200);
	await expect(thanks).toBeVisible();
	await expect(page.locator("form#message")).toHaveCount(0);
	await page.clock.runFor(4800);
	await expect(thanks).toBeVisible();
	await page.clock.runFor(200);
	await expect(button).toBeEnabled();
	await expect(page.getByLabel("First name")).toHaveValue("");
	await fillMessage(page, email);
	await button.click();
	await page.clock.runFor(2100);
	await page.getByRole("button", { name: "Send Another Message", exact: true }).click();
	await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
	await page.getByLabel("First name").fill("Stays");
	await page.clock.runFor(6000);
	await expect(page.getByLabel("First name")).toHaveValue("Stays");
	// By the page or by the worker, alone or together: each of the two messages is answered once.
	const answers = () => product.mailbox.received.filter(({ to }) => to.includes(email)).length;
	await expect(async () => {
		await page.clock.runFor(1000);
		expect(answers()).toBe(2);
	}).toPass();
});

test("a demo is requested with a preferred time, and the confirmation promises nothing extra", {
	annotation: { type: "acceptance", description: "S2.39, B40" },
}, async ({ page, product }) => {
	const email = newAddress();
	const sent = page.waitForRequest((request) => request.url().includes("leads/demo"));
	await page.goto(`${product.url}/demo`);
	await whenHydrated(page);
	await page.getByLabel("Name", { exact: true }).fill("Ada Obi");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Company").fill("Obi & Co");
	await page.getByLabel(/When works for you/).fill("2020-01-01T10:00");
	await page.getByRole("button", { name: "Ask for a demo" }).click();
	await expect(page.getByRole("alert")).toHaveText("Please choose a time in the future.");
	await page.getByLabel(/When works for you/).fill("2099-01-01T10:00");
	await page.getByRole("button", { name: "Ask for a demo" }).click();
	await expect(page.getByText("We’ll email you to agree on a time.")).toBeVisible();
	expect((await sent).postDataJSON()).toMatchObject({ email, timeZone: expect.any(String) });
});

test("the demo form's button stays enabled and focused while the fields are only checked", async ({
	page,
	product,
}) => {
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route("**/assets/read-demo-*.js", async (route) => {
		await held;
		await route.continue();
	});
	await page.goto(`${product.url}/demo`, { waitUntil: "commit" });
	await whenHydrated(page);
	await page.getByLabel("Name", { exact: true }).fill("Ada Obi");
	await page.getByLabel("Email").fill(newAddress());
	await page.getByLabel("Company").fill("Obi & Co");
	await page
		.getByLabel(/\(optional\)/)
		.first()
		.fill("2020-01-01T10:00");
	const button = page.getByRole("button", { name: "Ask for a demo" });
	await button.click();
	await expect(button).toBeEnabled();
	await expect(button).toBeFocused();
	release();
	await expect(page.getByRole("alert")).toHaveText(/Please choose a time/);
	await expect(button).toBeFocused();
});

test("every page has a title, a description, one heading, a canonical address and a preview", {
	tag: "@road",
	annotation: { type: "acceptance", description: "A01, A08, A14, A15, B38" },
}, async ({ product, request }) => {
	const titles = new Set<string>();
	for (const path of PAGES) {
		const answer = await request.get(product.url + path);
		expect(answer.status(), path).toBe(200);
		const html = await answer.text();
		expect(html.match(/<h1/g), path).toHaveLength(1);
		expect(html, path).toMatch(/<meta name="description" content="[^"]{30,}">/);
		expect(html, path).toMatch(new RegExp(`<link rel="canonical" href="[^"]*${path}">`));
		expect(html, path).toContain('<meta property="og:image"');
		titles.add(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? "");
	}
	expect(titles.size).toBe(PAGES.length);
	const alias = await (await request.get(`${product.url}/contact-us`)).text();
	expect(alias).toMatch(/<link rel="canonical" href="[^"]*\/contact">/);
	const generator = await (await request.get(`${product.url}/solutions/document-generator`)).text();
	expect(generator).toMatch(/<link rel="canonical" href="[^"]*\/solutions\/compliance-document-generator">/);
	expect((await request.get(`${product.url}/solutions/nothing`)).status()).toBe(404);
	const sitemap = await (await request.get(`${product.url}/sitemap.xml`)).text();
	for (const path of PAGES) expect(sitemap).toContain(`${path}</loc>`);
	expect(sitemap).not.toMatch(/contact-us|\/document-generator|\/auth\/|\/dashboard|\/404|\/offline/);
	expect(await (await request.get(`${product.url}/robots.txt`)).text()).toContain("/sitemap.xml");
	expect(await (await request.get(`${product.url}/feed.xml`)).text()).toContain("/blog/ai-risk-management");
	expect((await request.get(`${product.url}/preview.png`)).status()).toBe(200);
});

/** Every page of ours that `/` leads to, each document read once, and where else they lead. */
async function crawl(request: APIRequestContext, url: string) {
	const seen = new Set(["/"]);
	const elsewhere = new Set<string>();
	for (const path of seen) {
		const answer = await request.get(url + path);
		expect(answer.status(), path).toBe(200);
		const links = (await answer.text()).matchAll(/<a\s[^>]*?href="([^"]+)"/g);
		const paths = [...links]
			.map(([, href = ""]) => new URL(href.replaceAll("&amp;", "&"), url + path))
			.filter(({ origin }) => origin === url)
			.map(({ pathname }) => pathname);
		for (const found of paths.filter((found) => !found.startsWith("/dashboard"))) {
			const isOurs = !SERVER_PAGES.some((start) => found.startsWith(start)) && !found.endsWith(".xml");
			(isOurs ? seen : elsewhere).add(found);
		}
	}
	return { seen: [...seen], elsewhere: [...elsewhere] };
}

test("from the first page every link leads somewhere, and every public page is reached", {
	tag: "@road",
	annotation: { type: "acceptance", description: "S0.02, S0.05, S1.11, S2.01, S2.12, S2.32, S2.36-S2.57" },
}, async ({ product, request }) => {
	const { seen, elsewhere } = await crawl(request, product.url);
	expect(seen).toEqual(expect.arrayContaining([...PAGES, "/auth/login", "/auth/register", "/ndpr"]));
	expect(elsewhere).toContain("/scanner-info");
	for (const path of elsewhere) expect((await request.get(product.url + path)).status(), path).toBe(200);
});

// Lighthouse's `pwa` proves that the worker stores every page. Here the page itself installs it, and pages work as they do online.
firstVisitTest(
	"after one visit pages open without a network, complain of nothing and lead on",
	async ({ page, context, product }) => {
		await page.goto(product.url);
		// By the page itself, not by us.
		await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
		await context.setOffline(true);
		const complaints = complaintsOf(page);
		for (const path of ["/auth/login", "/solutions/risk-management", "/blog/compliance-automation", "/contact"]) {
			await page.goto(product.url + path);
			await whenHydrated(page);
			await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
			await expect(page).not.toHaveTitle(/offline/i);
		}
		await page.getByRole("banner").getByRole("link").first().click();
		await expect(page.getByPlaceholder("Enter a URL, IP address or hostname")).toBeVisible();
		expect(complaints.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
	},
);
