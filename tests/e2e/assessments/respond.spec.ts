import type { Page } from "@playwright/test";
import type { AssessmentDetail } from "#contract/assessments/assessments.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { codeIn, createAccount, mailAbout } from "../../support/server/accounts.ts";
import type { TestMember } from "../../support/server/people.ts";
import {
	type AskedRespondent,
	askRespondent,
	beginVendorAssessment,
	CODE_SUBJECT,
	newRespondentAddress,
	respondTokenFor,
} from "../../support/server/respond.ts";
import { until } from "../../support/until.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, overflow } from "../axe-clean.ts";
import { memberOf } from "../evidence/evidence-kit.ts";
import { expect, type Product, test, whenHydrated, whenInstalled } from "../kit.ts";
import { killBrowser, openProfile } from "../profile-kit.ts";

const PHONE = {
	viewport: { width: 360, height: 740 },
	hasTouch: true,
	isMobile: true,
	serviceWorkers: "allow",
} as const;

const linkOf = ({ url }: Pick<Product, "url">, token: string) => `${url}/answer#${token}`;

async function vendor(product: Product): Promise<{ member: TestMember; assessmentId: string }> {
	const member = memberOf(product, await createAccount(product));
	return { member, assessmentId: await beginVendorAssessment(member) };
}

/** The newest code that an address got, once there are `count` of them. */
async function codeTo({ mailbox }: Product, email: string, count = 1): Promise<string> {
	await until(
		async () =>
			mailbox.received.filter(({ to, raw }) => to.includes(email) && raw.includes(`Subject: ${CODE_SUBJECT}`)).length >=
			count,
		`code ${count} to ${email}`,
	);
	return codeIn(await mailAbout(mailbox, email, CODE_SUBJECT));
}

async function enterCode(page: Page, product: Product, email: string, count = 1): Promise<void> {
	await page.getByRole("button", { name: "Send me a code" }).click();
	await page.getByLabel("Code from the email").fill(await codeTo(product, email, count));
	await page.getByRole("button", { name: "Continue" }).click();
}

/** Opens a link, and shows its sections after a code. */
async function openSections(page: Page, product: Product, link: AskedRespondent): Promise<void> {
	await page.goto(linkOf(product, link.token));
	await enterCode(page, product, link.email);
	await expect(page.getByRole("list", { name: "Sections" })).toBeVisible();
}

const section = (page: Page, title: string) =>
	page.getByRole("list", { name: "Sections" }).getByRole("listitem").filter({ hasText: title });
const begin = (page: Page, title: string) => page.getByRole("button", { name: `Begin: ${title}` }).click();
const next = (page: Page) => page.getByRole("button", { name: "Next" }).click();
/** From the first question of a section. */
const backToSections = (page: Page) =>
	page.getByRole("navigation", { name: "Questions" }).getByRole("button", { name: "Sections" }).click();
const sendPart = async (page: Page, title: string) => {
	await page.getByRole("button", { name: `Send this part: ${title}` }).click();
	// Some questions have no answer.
	await page.getByRole("dialog").getByRole("button", { name: "Send this part" }).click();
};

const detailOf = async ({ call }: TestMember, assessmentId: string): Promise<AssessmentDetail> =>
	(await call("readAssessment", { params: { assessmentId } })).json();

/** What a tab stores about links on the device. */
const keptOn = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<string>((resolve) => {
				const opening = indexedDB.open("plumbline-respond");
				opening.onsuccess = () => {
					const asking = opening.result.transaction("links").objectStore("links").getAll();
					asking.onsuccess = () => resolve(JSON.stringify(asking.result));
				};
			}),
	);

test("asked by email, answered with the network off, killed, back on: everything arrives once, and the member sees who", async ({
	page,
	product,
}) => {
	// The member asks on the assessment's page.
	const account = await signIn(page, product);
	const member = memberOf(product, account);
	const assessmentId = await beginVendorAssessment(member);
	const email = newRespondentAddress();
	await page.goto(`${product.url}/dashboard/assessments/${assessmentId}`);
	await page.getByRole("button", { name: "Ask through a link…" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Name").fill("Grace Hopper");
	await dialog.getByLabel("Email").fill(email);
	for (const title of ["The product", "How it is built", "How it is run"]) await dialog.getByLabel(title).uncheck();
	await dialog.getByRole("button", { name: "Send the link" }).click();
	await expect(dialog.getByLabel("Link", { exact: true })).toHaveValue(/\/answer#[\w-]{43}$/);
	await dialog.getByRole("button", { name: "Done" }).click();
	const asked = page.getByRole("list", { name: "Asked through a link" });
	await expect(asked).toContainText("Grace Hopper");
	await expect(asked).toContainText("Sent · until");

	// The respondent opens the link in the email on a phone.
	const folder = await scratchFolder("respondent");
	const before = await openProfile(folder, PHONE);
	const phone = before.pages()[0] ?? (await before.newPage());
	await phone.goto(linkOf(product, await respondTokenFor(product.mailbox, email)));
	await whenInstalled(phone);
	await expect(phone.getByRole("heading", { level: 1, name: "Acme Hosting, 2026" })).toBeVisible();
	expect(phone.url()).toBe(`${product.url}/answer`);
	await expect(phone.getByText("Ada Lovelace of Analytical Engines asks you to answer questions (")).toBeVisible();
	await expect(phone.getByRole("listitem").filter({ hasText: "The company" })).toContainText("questions");
	await enterCode(phone, product, email);
	await expect(section(phone, "The service")).toContainText("0 of 3 answered");

	await before.setOffline(true);
	await begin(phone, "The service");
	await phone.getByLabel("Answer").fill("Hosts the payroll.");
	await next(phone);
	await phone.getByText("In racks we rent").click();
	await next(phone);
	await phone.getByLabel("Answer").fill("security@acme.example");
	await phone.getByRole("button", { name: "Done with this section" }).click();
	await expect(section(phone, "The service")).toContainText("3 of 3 answered");
	await expect(section(phone, "The service")).toContainText("Not sent yet. Saved on this device.");
	await phone.getByRole("button", { name: "Send this part: The service" }).click();
	await expect(section(phone, "The service")).toContainText("It is sent when you are back online.");
	await begin(phone, "The company");
	await phone.getByRole("button", { name: "No", exact: true }).click();
	await phone.getByLabel("Note (needed here)").fill("Planned for May.");
	await expect(phone.getByText("Saved on this device.")).toBeVisible();
	await expect(phone.getByText("Saved on this device.")).toHaveAttribute("aria-busy", "false");
	const cookies = await before.cookies();
	await killBrowser(before, folder);

	product.line.fault = "unreachable";
	const after = await openProfile(folder, PHONE);
	// Browsers write cookies to disk after half a minute, and a phone is on its way for longer than this test.
	await after.addCookies(cookies);
	const again = after.pages()[0] ?? (await after.newPage());
	await after.setOffline(true);
	await again.goto(`${product.url}/answer`);
	await expect(section(again, "The service")).toContainText("It is sent when you are back online.");
	await expect(section(again, "The company")).toContainText("1 of 13 answered");
	product.line.fault = "none";
	expect((await detailOf(member, assessmentId)).words).toEqual([]);
	await after.setOffline(false);
	await expect(section(again, "The service")).toContainText("Sent ");
	await sendPart(again, "The company");
	await expect(section(again, "The company")).toContainText("Sent ");
	// Opened again, it reads the server's state once: nothing has arrived since.
	const reads: string[] = [];
	again.on("request", (request) => {
		if (request.method() === "GET" && /\/respond\/[\w-]+\/$/.test(request.url())) reads.push(request.url());
	});
	await again.reload();
	await expect(section(again, "The company")).toContainText("Sent ");
	await again.waitForLoadState("networkidle");
	expect(reads).toHaveLength(1);

	const { words } = await detailOf(member, assessmentId);
	expect(words.map(({ questionId, answer }) => [questionId, answer.value, answer.note]).toSorted()).toEqual([
		["hosting", { type: "several", choices: [expect.any(String)] }, ""],
		["reports-from-outside", { type: "choice", choice: "no" }, "Planned for May."],
		["security-contact", { type: "text", text: "security@acme.example" }, ""],
		["service", { type: "text", text: "Hosts the payroll." }, ""],
	]);
	expect(new Set(words.map(({ by }) => JSON.stringify(by)))).toEqual(
		new Set([JSON.stringify({ accountId: null, name: "Grace Hopper", throughLink: true })]),
	);
	await after.close();

	await page.reload();
	await expect(asked).toContainText("Answers sent: 2 of 2 sections");
	await page.getByRole("region", { name: "Answers" }).getByText("The service", { exact: true }).click();
	await expect(page.getByText("Grace Hopper (through a link)").first()).toBeVisible();
	expect(await mailAbout(product.mailbox, account.email, "Answers have arrived")).toContain("Grace Hopper");
});

test("a session that ended holds what waits, until a new code from the mailbox", async ({ page, context, product }) => {
	const { member, assessmentId } = await vendor(product);
	const link = await askRespondent(product.mailbox, member, { assessmentId });
	await openSections(page, product, link);
	await context.clearCookies();
	await begin(page, "The service");
	await page.getByLabel("Answer").fill("Hosts the payroll.");
	await backToSections(page);
	await sendPart(page, "The service");
	await expect(page.getByRole("heading", { name: "A new code is needed" })).toBeVisible();
	expect((await detailOf(member, assessmentId)).words).toEqual([]);
	await expect(section(page, "The service")).toContainText("It is sent once you enter a new code.");
	await enterCode(page, product, link.email, 2);
	await expect(section(page, "The service")).toContainText("Sent ");
	await expect(page.getByRole("heading", { name: "A new code is needed" })).toHaveCount(0);
	expect((await detailOf(member, assessmentId)).words).toHaveLength(1);
});

test("a link that does not work says what to do, and one that is revoked while it is open keeps what was answered", async ({
	page,
	product,
}) => {
	const { member, assessmentId } = await vendor(product);
	await page.goto(linkOf(product, "x".repeat(43)));
	await expect(page.getByRole("alert")).toContainText("This link does not work.");
	await expect(page.getByRole("alert")).toContainText("ask the person who sent it for a new one");
	await page.goto("about:blank");
	await page.goto(`${product.url}/answer`);
	await expect(page.getByText("Open the link in the email again")).toBeVisible();

	const link = await askRespondent(product.mailbox, member, { assessmentId });
	await openSections(page, product, link);
	await begin(page, "The service");
	await page.getByLabel("Answer").fill("Hosts the payroll.");
	await backToSections(page);
	await member.call("revokeRespondent", { params: { assessmentId, respondentId: link.id } });
	await sendPart(page, "The service");
	await page.getByRole("button", { name: "Send me a code" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "This link does not work." })).toBeVisible();
	await expect(section(page, "The service")).toContainText("1 of 3 answered");
	expect((await detailOf(member, assessmentId)).words).toEqual([]);
});

test("“Done on this device” leaves nothing behind, and the session is over", async ({ page, context, product }) => {
	const { member, assessmentId } = await vendor(product);
	const link = await askRespondent(product.mailbox, member, { assessmentId });
	await openSections(page, product, link);
	await begin(page, "The service");
	await page.getByLabel("Answer").fill("A secret of ours");
	await backToSections(page);
	expect(await keptOn(page)).toContain("A secret of ours");
	await page.getByRole("button", { name: "Done on this device" }).click();
	await expect(page.getByRole("dialog")).toContainText("1 answer has not arrived and would be lost.");
	await page.getByRole("dialog").getByRole("button", { name: "Remove it anyway" }).click();
	await expect(page.getByText("Open the link in the email again")).toBeVisible();
	expect(await keptOn(page)).toBe("[]");
	await until(
		async () => (await context.cookies()).every(({ name }) => !name.includes("respond-")),
		"the cookie is gone",
	);
});

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
	const wanted = page.getByRole("button", { name }).first();
	for (let n = 0; n < 60; n++) {
		await page.keyboard.press("Tab");
		if (await wanted.evaluate((element) => element === document.activeElement)) return;
	}
	throw new Error(`Tab never came to ${name}`);
}

async function expectFits(page: Page, where: string): Promise<void> {
	await page.setViewportSize({ width: 320, height: 568 });
	await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%", "important"));
	expect(await overflow(page), `${where} with text twice as large`).toBeLessThanOrEqual(0);
	await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
	await page.setViewportSize({ width: 360, height: 740 });
}

test("every step is accessible in both themes, at 320 px, with text twice as large, and with the keyboard alone", async ({
	page,
	product,
}) => {
	const { member, assessmentId } = await vendor(product);
	const link = await askRespondent(product.mailbox, member, { assessmentId });
	const look = async (where: string) => {
		await expectAxeClean(page, where);
		await expectFits(page, where);
	};
	await page.goto(linkOf(product, link.token));
	await whenHydrated(page);
	await expect(page.getByRole("button", { name: "Send me a code" })).toBeVisible();
	await look("what is asked");
	await tabTo(page, "Send me a code");
	await page.keyboard.press("Enter");
	await expect(page.getByLabel("Code from the email")).toBeFocused();
	await look("the code");
	await page.getByLabel("Code from the email").focus();
	await page.keyboard.type(await codeTo(product, link.email));
	await page.keyboard.press("Enter");
	await expect(page.getByRole("list", { name: "Sections" })).toBeVisible();
	await look("the sections");
	await tabTo(page, "Begin: The company");
	await page.keyboard.press("Enter");
	const heading = page.getByRole("heading", { level: 1 });
	await expect(heading).toBeFocused();
	await look("a question");
	await heading.focus();
	await tabTo(page, "Partly");
	await page.keyboard.press("Space");
	await expect(page.getByRole("button", { name: "Partly" })).toHaveAttribute("aria-pressed", "true");
	await expect(page.getByRole("status").and(page.getByText("Saved on this device."))).toHaveAttribute(
		"aria-busy",
		"false",
	);
	await look("an answer that needs a note");
	await tabTo(page, "Next");
	await page.keyboard.press("Enter");
	await expect(heading).toHaveText("At what web address do you publish that?");
	await expect(heading).toBeFocused();
	await tabTo(page, /^Sections$/);
	await page.keyboard.press("Enter");
	await tabTo(page, "Send this part: The company");
	await page.keyboard.press("Enter");
	await expectAxeClean(page, "asked before an unfinished section is sent", { within: "dialog" });
	await page.getByRole("dialog").getByRole("button", { name: "Send this part" }).press("Enter");
	await expect(section(page, "The company")).toContainText("Sent ");
	await look("a section that was sent");
});
