import type { Page } from "@playwright/test";
import { API_PATHS } from "#contract/routes.ts";
import { PASSWORD, type TestAccount } from "../../support/server/accounts.ts";
import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
import { CLIENT, startProvider } from "../../support/sign-on/provider.ts";
import { callAs, joinedMember } from "../account/workspace-kit.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { test as base, expect, newAddress, type Product, startProduct, whenHydrated } from "../kit.ts";

type Company = { product: Product; provider: Awaited<ReturnType<typeof startProvider>> };

/** A product that may reach a provider on this machine. */
const test = base.extend<object, { company: Company }>({
	company: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
		async ({}, use) => {
			const product = await startProduct({ SIGN_ON_ALLOW: "127.0.0.1" });
			const provider = await startProvider({ redirectUri: `${product.url}/sign-on/callback` });
			await use({ product, provider });
			await provider.close();
			await product.close();
		},
		{ scope: "worker", timeout: 240_000 },
	],
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const SETTINGS = "/dashboard/settings/workspace";
let serial = 0;
const newDomain = () => `company-${process.pid}-${++serial}.example`;

/** As its TXT record would: a name server's answer is tested elsewhere. */
const verify = (product: Product, domain: string) =>
	withEmbeddedDatabase(product.server.varDir, async (client) => {
		await client.query("UPDATE sign_on_domains SET verified_at = now() WHERE domain = $1", [domain]);
	});

/** Sets the provider without the screens. */
async function setUp({ product, provider }: Company, owner: TestAccount, domain: string): Promise<void> {
	await callAs(owner, product, "POST", API_PATHS.signOnDomains, { domain });
	await verify(product, domain);
	await callAs(owner, product, "PUT", API_PATHS.signOn, {
		issuer: provider.issuer,
		...CLIENT,
		roleClaim: "groups",
		roleValues: [{ value: "grc", role: "consultant" }],
		defaultRole: null,
		required: false,
	});
}

/** As if people had come in this way for long. */
const requireIt = (product: Product, { accountId }: TestAccount) =>
	withEmbeddedDatabase(product.server.varDir, async (client) => {
		await client.query("UPDATE sign_on_providers SET required = true WHERE workspace_id = $1", [accountId]);
	});

async function toCompany(page: Page, { product }: Company, email: string): Promise<void> {
	await page.goto(`${product.url}/auth/login`);
	await whenHydrated(page);
	await button(page, "Sign in with your company").click();
	await page.getByLabel("Work email").fill(email);
	await button(page, "Continue to your company").click();
}

test("on a phone, a member comes in through the company with the mapped role, and signs out", { tag: "@road" }, async ({
	page,
	browser,
	company,
}) => {
	const { product, provider } = company;
	const owner = await signIn(await (await browser.newContext()).newPage(), product);
	const domain = newDomain();
	await setUp(company, owner, domain);
	const email = `grace@${domain}`;
	const sub = `grace-${domain}`;
	provider.people.set(sub, { sub, email, email_verified: true, name: "Grace Hopper", groups: ["grc"] });

	await page.setViewportSize({ width: 360, height: 740 });
	await toCompany(page, company, email);
	await page.getByLabel("Who are you?").fill(sub);
	await button(page, "Continue").click();
	await expect(page).toHaveURL(`${product.url}/dashboard`);
	await page.goto(`${product.url}${SETTINGS}?workspace=${owner.accountId}`);
	await expect(page.getByText("Your role: Consultant.")).toBeVisible();
	await expect(page.getByRole("region", { name: "Company sign-in", exact: true })).toContainText("can change this.");

	await page.goto(`${product.url}/dashboard/settings/sign-in`);
	await expect(page.getByText("Through your company, from this network (127.0.0.0/24).")).toBeVisible();
	await button(page, "Sign out everywhere").click();
	await button(page, "Yes, sign out everywhere").click();
	await expect(page).toHaveURL(`${product.url}/auth/login`);
	await page.goto(`${product.url}/dashboard/settings/sign-in`);
	await expect(page.getByText("Through your company")).toHaveCount(0);
});

test("a refusal is one plain sentence on the sign-in page, which stays as usable as before", async ({
	page,
	browser,
	company,
}) => {
	const { provider } = company;
	const owner = await signIn(await (await browser.newContext()).newPage(), company.product);
	const domain = newDomain();
	await setUp(company, owner, domain);
	const sub = `stranger-${domain}`;
	provider.people.set(sub, { sub, email: `stranger@${domain}`, email_verified: true, groups: ["sales"] });
	await page.setViewportSize({ width: 320, height: 640 });
	await toCompany(page, company, `stranger@${domain}`);
	await page.getByLabel("Who are you?").fill(sub);
	await button(page, "Continue").click();
	await expect(page.getByRole("alert")).toContainText(
		"Your company account has no role in this workspace. Please ask an owner of the workspace.",
	);
	await expect(button(page, "Sign in")).toBeEnabled();
	await button(page, "Sign in with your company").click();
	await page.getByLabel("Work email").fill(`x${newAddress()}`);
	await button(page, "Continue to your company").press("Enter");
	await expect(page.getByRole("alert").last()).toContainText("No company sign-in is set up for this address.");
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
	await expectAxeClean(page, "a refused company sign-in", { targets: true });
});

test("where the provider does not say that an address is verified, the member reads that, and the owner what to change", async ({
	page,
	browser,
	company,
}) => {
	const { product, provider } = company;
	const owned = await (await browser.newContext()).newPage();
	const owner = await signIn(owned, product);
	const domain = newDomain();
	await setUp(company, owner, domain);
	const [sub, email] = [`grace-${domain}`, `grace@${domain}`];
	provider.people.set(sub, { sub, email, groups: ["grc"] });
	await page.setViewportSize({ width: 360, height: 740 });
	await toCompany(page, company, email);
	await page.getByLabel("Who are you?").fill(sub);
	await button(page, "Continue").click();
	await expect(page.getByRole("alert")).toContainText("did not say whether your email address is verified.");

	await owned.goto(product.url + SETTINGS);
	const settings = owned.getByRole("region", { name: "Company sign-in", exact: true });
	await expect(settings).toContainText("Let it send the claim “email_verified” with the value true");
	await settings.getByLabel("Members have to sign in this way").check();
	await button(owned, "Save company sign-in").click();
	await expect(settings).toContainText("No one has signed in this way yet. The last sign-in failed.");
	await expectAxeClean(owned, "a company sign-in that failed", { targets: true });
});

test("an owner sets it up with the keyboard alone, at 320 px, and sees what is wrong", async ({ page, company }) => {
	const { product, provider } = company;
	await signIn(page, product);
	const domain = newDomain();
	await page.setViewportSize({ width: 320, height: 640 });
	await page.goto(product.url + SETTINGS);
	const settings = page.getByRole("region", { name: "Company sign-in", exact: true });
	await settings.getByLabel("Domain", { exact: true }).focus();
	const { keyboard } = page;
	await keyboard.type(domain);
	await keyboard.press("Enter");
	await expect(settings.getByRole("listitem")).toContainText(`${domain} · Not verified yet`);
	await expect(settings.getByRole("listitem")).toContainText(/_plumbline\.company-.*plumbline-verify=/s);
	await button(page, `Verify ${domain}`).press("Enter");
	await expect(settings.getByRole("status").filter({ hasText: /TXT record|name servers/ })).toBeVisible();

	await settings.getByLabel("Issuer").focus();
	const fill = async (texts: string[]) => {
		for (const text of texts) {
			await keyboard.type(text);
			await keyboard.press("Tab");
		}
	};
	await fill(["http://127.0.0.1:9", CLIENT.oauthClient, CLIENT.clientSecret, "groups", "grc-leads", "grc", "", ""]);
	await keyboard.type("Auditor");
	await keyboard.press("Tab");
	await keyboard.press("Tab");
	await expect(button(page, "Save company sign-in")).toBeFocused();
	await keyboard.press("Enter");
	await expect(settings.getByRole("alert")).toContainText("We could not read this provider’s configuration");
	await expect(button(page, "Save company sign-in")).toBeFocused();
	await settings.getByLabel("Issuer").focus();
	await keyboard.press("ControlOrMeta+A");
	await keyboard.type(provider.issuer);
	await keyboard.press("Enter");
	await expect(settings.getByLabel("Client secret")).toHaveAccessibleDescription(/Leave this empty to keep/);
	await expect(settings.getByLabel("Client secret")).toHaveValue("");
	await expect(settings.getByLabel("Values for Consultant")).toHaveValue("grc");
	await expect(settings.getByLabel("Everyone else")).toHaveValue("auditor");
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
	await expectAxeClean(page, "company sign-in", { targets: true });

	await settings.getByLabel("Members have to sign in this way").press("Space");
	await button(page, "Save company sign-in").press("Enter");
	await expect(settings).toContainText("Please verify a domain first.");
	await button(page, `Remove ${domain}`).press("Enter");
	await expect(settings.getByRole("listitem")).toHaveCount(0);
	await button(page, "Remove company sign-in").press("Enter");
	await button(page, "Yes, remove it").press("Enter");
	await expect(settings.getByLabel("Issuer")).toHaveValue("");
});

test("signing out offers the company's own sign-out, which the provider understands", async ({
	page,
	browser,
	company,
}) => {
	const { product, provider } = company;
	const owner = await signIn(await (await browser.newContext()).newPage(), product);
	const domain = newDomain();
	await setUp(company, owner, domain);
	const [sub, email] = [`grace-${domain}`, `grace@${domain}`];
	provider.people.set(sub, { sub, email, email_verified: true, name: "Grace Hopper", groups: ["grc"] });
	await toCompany(page, company, email);
	await page.getByLabel("Who are you?").fill(sub);
	await button(page, "Continue").click();
	await expect(page).toHaveURL(`${product.url}/dashboard`);
	await page.getByRole("banner").getByRole("button", { name: "Grace Hopper" }).click();
	await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
	await expect(page).toHaveURL(`${product.url}/auth/login`);
	const notice = page.getByRole("status").filter({ hasText: "You are signed out here." });
	await expect(notice).toBeVisible();
	await expectAxeClean(page, "signed out after a company sign-in", { targets: true });
	await notice.getByRole("link", { name: "Sign out at your company" }).press("Enter");
	await button(page, "Yes, sign out of Acme").click();
	await expect(page.getByText("Signed out of Acme")).toBeVisible();
	// The provider asks again who the person is.
	await toCompany(page, company, email);
	await expect(page.getByLabel("Who are you?")).toBeVisible();
});

test("with the provider gone, members who have to use it read a plain sentence, and the owner signs in and turns it off", async ({
	page,
	browser,
	company,
}) => {
	const { product } = company;
	const owner = await signIn(await (await browser.newContext()).newPage(), product);
	const member = await joinedMember(browser, product, owner, { role: "manager" });
	const domain = newDomain();
	await setUp(company, owner, domain);
	await requireIt(product, owner);
	await member.page.reload();
	await expect(
		member.page.getByText(/This workspace asks its members to sign in with their company/).first(),
	).toBeVisible();
	await company.provider.close();
	await toCompany(page, company, `grace@${domain}`);
	await expect(page.getByRole("alert")).toContainText(
		"Your company’s sign-in page can’t be reached right now. Nothing was changed. Please try again in a few minutes.",
	);
	await page.getByLabel("Email", { exact: true }).fill(owner.email);
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await button(page, "Sign in").click();
	await expect(page).toHaveURL(`${product.url}/dashboard`);
	await page.goto(product.url + SETTINGS);
	const settings = page.getByRole("region", { name: "Company sign-in", exact: true });
	await settings.getByLabel("Members have to sign in this way").uncheck();
	await button(page, "Save company sign-in").click();
	await expect(settings.getByText("Saved.")).toBeVisible();
	await member.page.reload();
	await expect(member.page.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(member.page.getByText(/asks its members to sign in with their company/)).toHaveCount(0);
});
