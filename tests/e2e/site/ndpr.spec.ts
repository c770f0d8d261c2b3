import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { signIn } from "../accounts-kit.ts";
import { readAssessment } from "../assessments/assessments-kit.ts";
import { expectAxeCleanInThemes } from "../axe-clean.ts";
import { memberOf } from "../evidence/evidence-kit.ts";
import { expect, startProduct, test, whenHydrated, whenInstalled } from "../kit.ts";

test.use({ device: "installed" });

const SIZES = [
	{ width: 360, height: 740 },
	{ width: 1440, height: 900 },
];

/** A stand-in for a questionnaire provider: a script that marks the page, and a form. */
async function startProvider(): Promise<{ url: string; close(): void }> {
	const server: Server = createServer((request, response) => {
		const isScript = request.url === "/embed.js";
		response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html");
		response.end(isScript ? "document.documentElement.dataset.embedded = 'yes'" : "<!doctype html><h1>Their form</h1>");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

for (const size of SIZES) {
	test(`at ${size.width} px: /ndpr fills the window with our questionnaire in a frame`, {
		annotation: { type: "acceptance", description: "S0.09, S2.13-S2.15, S2.27, S2.30" },
	}, async ({ page, product }) => {
		await page.setViewportSize(size);
		await page.goto(`${product.url}/ndpr`);
		await whenHydrated(page);
		await expect(page).toHaveTitle(/Data-protection assessment/);
		await expect(page.getByRole("banner")).toHaveCount(0);
		await expect(page.getByRole("contentinfo")).toHaveCount(0);
		const box = await page.locator("main").boundingBox();
		expect(box).toEqual({ x: 0, y: 0, ...size });
		expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);

		const form = page.frameLocator("iframe[title='Data-protection self-assessment']");
		await expect(form.getByRole("heading", { level: 1 })).toHaveText("Data-protection self-assessment");
		const first = form.getByRole("group").first();
		await first.getByText("Partly").click();
		await first.getByText("Evidence, owner and due date").click();
		await first.getByLabel("Owner").fill("Ada Obi");
		await expect(form.getByText("1of 23")).toBeVisible();
		await expect(form.getByRole("listitem")).toContainText("Ada Obi");

		// Stored on the device, and cleared only with a way back.
		await page.reload();
		await expect(first.getByRole("radio", { name: "Partly" })).toBeChecked();
		await expect(first.getByLabel("Owner")).toHaveValue("Ada Obi");
		await form.getByRole("button", { name: "Clear all answers" }).click();
		await expect(first.getByRole("radio", { name: "Partly" })).not.toBeChecked();
		await form.getByRole("button", { name: "Undo clearing" }).click();
		await expect(first.getByRole("radio", { name: "Partly" })).toBeChecked();

		// The framed page is a separate document with its own main element.
		await expectAxeCleanInThemes(page, "questionnaire", { without: ["landmark-unique"] });
	});
}

test("the questionnaire opens and keeps answers with the network off", async ({ page, product, context }) => {
	await page.goto(product.url);
	await whenInstalled(page);
	await context.setOffline(true);
	await page.goto(`${product.url}/ndpr`);
	const form = page.frameLocator("iframe");
	await form.getByRole("group").first().getByText("Yes", { exact: true }).click();
	await page.reload();
	await expect(form.getByRole("group").first().getByRole("radio", { name: "Yes" })).toBeChecked();
});

test("a configured provider asks for consent, then shows its script and form, or our form if it fails", {
	annotation: { type: "acceptance", description: "S2.16, S2.17" },
}, async ({ page }) => {
	const provider = await startProvider();
	const product = await startProduct({
		NDPR_SCRIPT_URL: `${provider.url}/embed.js`,
		NDPR_FORM_URL: `${provider.url}/form`,
	});
	try {
		await page.goto(`${product.url}/ndpr`);
		await expect(page.getByRole("heading", { level: 2 })).toContainText(new URL(provider.url).host);
		const script = page.locator(`script[src="${provider.url}/embed.js"]`);
		await expect(script).toHaveCount(0);
		await page.getByRole("button", { name: "Open their form" }).click();
		await expect(page.locator("html")).toHaveAttribute("data-embedded", "yes");
		await expect(script).toHaveCount(1);
		const frame = page.locator("iframe");
		await expect(frame).toHaveAttribute("src", `${provider.url}/form`);
		await expect(frame).toHaveAttribute("title", "Data-protection assessment");
		await expect(page.frameLocator("iframe").getByRole("heading")).toHaveText("Their form");

		// On this route only.
		await page.getByRole("link", { name: "Plumbline" }).click();
		await expect(page).toHaveURL(`${product.url}/`);
		await expect(script).toHaveCount(0);

		provider.close();
		await page.goto(`${product.url}/ndpr`);
		await page.route(`${provider.url}/**`, (route) => route.abort());
		await page.getByRole("button", { name: "Open their form" }).click();
		await expect(page.getByText("here is ours")).toBeVisible();
		await expect(page.frameLocator("iframe").getByRole("group").first()).toBeVisible();
	} finally {
		await product.close();
		provider.close();
	}
});

test("for people who are signed in, the answers can be kept in the workspace, once", async ({ page, product }) => {
	const member = memberOf(product, await signIn(page, product));
	await page.goto(`${product.url}/ndpr/assessment`);
	await whenHydrated(page);
	const keep = page.getByRole("button", { name: "Keep these answers in your workspace" });
	await expect(keep).toBeDisabled();
	const first = page.getByRole("group").first();
	await first.getByText("Partly").click();
	await first.getByText("Evidence, owner and due date").click();
	await first.getByLabel("Owner").fill("Ada Obi");
	// Two taps before the page can answer the first; a later one would meet the link that takes the button's place.
	await keep.evaluate((button: HTMLElement) => {
		button.click();
		button.click();
	});
	await page.getByRole("link", { name: "Open it in your workspace" }).click();
	await expect(page.getByRole("heading", { level: 1, name: /^Data-protection self-assessment, / })).toBeVisible();
	await expect(page.getByText("1 of 23 answered")).toBeVisible();
	await expect
		.poll(async () => (await (await member.call("listAssessments")).json()).assessments)
		.toMatchObject([{ templateId: "ndpa", answered: 1, gaps: 1 }]);
	const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
	const { words } = await readAssessment(member, id);
	expect(words).toMatchObject([{ answer: { value: { type: "choice", choice: "partly" }, note: "Owner: Ada Obi" } }]);
});
