import type { Page } from "@playwright/test";
import { API_BASE, API_PATHS, fillPath } from "#contract/routes.ts";
import { createAccount, PASSWORD } from "../../support/server/accounts.ts";
import { codeMail } from "../../support/server/code-mail.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { expect, newAddress, test, whenHydrated } from "../kit.ts";
import { callAs, invitationLink, joinedMember } from "./workspace-kit.ts";

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const PEOPLE = "/dashboard/settings/people";

test("an invitation by email is accepted on another device, by the account with its address alone, and its link works twice", {
	tag: "@road",
}, async ({ page, browser, product }) => {
	const ada = await signIn(page, product);
	const address = newAddress();
	await createAccount(product, { email: address });
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(product.url + PEOPLE);
	const invite = part(page, "Invite someone");
	await invite.getByLabel("Email", { exact: true }).fill(ada.email);
	await invite.getByLabel("Role", { exact: true }).selectOption("Auditor");
	await expect(invite.getByLabel("Role", { exact: true })).toHaveAccessibleDescription(
		"Can see all work and read the audit log.",
	);
	await button(page, "Send invitation").click();
	await expect(invite.getByLabel("Email", { exact: true })).toHaveAccessibleDescription(/member/);
	await expect(invite.getByLabel("Role", { exact: true })).toHaveValue("auditor");
	await invite.getByLabel("Email", { exact: true }).fill(address);
	await button(page, "Send invitation").click();
	await expect(invite.getByRole("status")).toHaveText(`Invitation sent to ${address}.`);
	const row = page.getByRole("list", { name: "Invitations" }).getByRole("listitem").filter({ hasText: address });
	await expect(row).toContainText(/Auditor.*Sent by Ada Lovelace/s);
	await expectAxeClean(page, "people", { targets: true });

	// Another person's device, signed in with a different address.
	const other = await (await browser.newContext()).newPage();
	const stranger = await signIn(other, product, { email: `x${newAddress()}` });
	const link = await invitationLink(product, address);
	await other.goto(link);
	await expect(other.getByRole("heading", { level: 1 })).toHaveText("Join Analytical Engines");
	await expect(other).toHaveURL(`${product.url}/invitation`);
	await expect(other.getByRole("main")).toContainText(`You are signed in as ${stranger.email}`);
	await expectAxeClean(other, "an invitation for another address");
	// Ending the session takes as long as the network does, and must not undo what was clicked in the meantime.
	const slow = Promise.withResolvers<void>();
	await other.route(`**${API_BASE}${API_PATHS.session}`, async (route) => {
		await slow.promise;
		await route.continue();
	});
	const sessionEnd = other.waitForResponse(`**${API_BASE}${API_PATHS.session}`);
	await button(other, "Sign out and use the other account").click();
	await other.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
	await expect(other.getByText("Sign in to join Analytical Engines.")).toBeVisible();
	slow.resolve();
	await (await sessionEnd).finished();
	await expect(other.getByText("Sign in to join Analytical Engines.")).toBeVisible();
	await other.getByLabel("Email", { exact: true }).fill(address);
	await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await button(other, "Sign in").click();
	await expect(other).toHaveURL(`${product.url}/invitation`);
	await button(other, "Accept the invitation").click();
	await expect(other).toHaveURL(/\/dashboard/);
	await other.goto(product.url + PEOPLE);
	await expect(part(other, "Members")).toContainText("Ada Lovelace can invite people and change roles.");
	await expect(part(other, "Members").getByRole("button", { name: /^Actions/ })).toHaveCount(0);
	await expect(part(other, "Invite someone")).toHaveCount(0);

	await other.goto(link);
	await expect(other.getByRole("main")).toContainText("This invitation to Analytical Engines was accepted already.");
	await button(other, "Open Analytical Engines").click();
	await expect(other).toHaveURL(/\/dashboard/);
	await page.reload();
	await expect(row).toContainText("Accepted.");
	await other.context().close();
});

test("links that were revoked, are unknown or are no invitation say so in words", async ({
	page,
	browser,
	product,
}) => {
	await signIn(page, product);
	const address = newAddress();
	await page.goto(product.url + PEOPLE);
	await page.getByLabel("Email", { exact: true }).fill(address);
	await page.keyboard.press("Enter");
	// An invitation that is revoked before its email goes out is never sent.
	const link = await invitationLink(product, address);
	await page.getByRole("button", { name: `Revoke the invitation to ${address}` }).click();
	await expect(page.getByRole("list", { name: "Invitations" })).toContainText("Revoked. Its link no longer works.");
	const other = await (await browser.newContext()).newPage();
	await other.goto(link);
	await expect(other.getByRole("main")).toContainText("This invitation was revoked.");
	await other.goto(`${product.url}/invitation#${"x".repeat(43)}`);
	await expect(other.getByRole("main").getByRole("alert")).toContainText("This link does not work");
	await other.evaluate(() => sessionStorage.clear());
	await other.goto("about:blank");
	await other.goto(`${product.url}/invitation`);
	await expect(other.getByRole("main")).toContainText("Open the link in your invitation’s email again");
	await other.context().close();
});

test("someone without an account creates one with the invited address, confirms it and is in", async ({
	page,
	browser,
	product,
}) => {
	const ada = await signIn(page, product);
	const address = newAddress();
	await callAs(ada, product, "POST", API_PATHS.invitations, { email: address, role: "contributor" });
	const other = await (await browser.newContext()).newPage();
	await other.goto(await invitationLink(product, address));
	await other.getByRole("main").getByRole("link", { name: "Create an account" }).click();
	await whenHydrated(other);
	await expect(other.getByRole("status").first()).toContainText("the invitation to Analytical Engines was sent to");
	await expect(other.getByLabel("Email", { exact: true })).toHaveValue(address);
	await other.getByLabel("First name").fill("Grace");
	await other.getByLabel("Last name").fill("Hopper");
	await other.getByLabel("Company").fill("Compilers");
	await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await other.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
	await other.getByRole("checkbox", { name: /terms/ }).check();
	await button(other, "Create account").click();
	// Both pages have fields with these names.
	await expect(other.getByRole("heading", { level: 1 })).toHaveText("Sign in");
	await expect(other.getByLabel("Email", { exact: true })).toHaveValue(address);
	await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await button(other, "Sign in").click();
	await button(other, "Accept the invitation").click();
	await expect(other.getByRole("main")).toContainText(`First confirm ${address}`);
	await other.getByLabel("Code from the mail").fill("WRON-GONE");
	await button(other, "Confirm and accept").click();
	await expect(other.getByLabel("Code from the mail")).toHaveAccessibleDescription(/wrong/);
	const { code } = await codeMail(product.mailbox, address, "/auth/confirm");
	await other.getByLabel("Code from the mail").fill(code);
	await button(other, "Confirm and accept").click();
	await expect(other).toHaveURL(/\/dashboard/);
	await page.goto(product.url + PEOPLE);
	await expect(part(page, "Members")).toContainText("Grace Hopper");
	await other.context().close();
});

test("a role that is taken away while a form is open: the form stays, and the refusal says who can help; removed is removed at once", {}, async ({
	page,
	browser,
	product,
}) => {
	const ada = await signIn(page, product);
	const { page: other, account: bob } = await joinedMember(browser, product, ada, { role: "manager" });
	const bobPath = fillPath(API_PATHS.member, { accountId: bob.accountId });
	await other.goto(`${product.url}/dashboard/settings/workspace`);
	await other.getByLabel("Name", { exact: true }).fill("Difference Engines");
	await callAs(ada, product, "PATCH", bobPath, { role: "contributor" });
	await button(other, "Save workspace").click();
	const look = part(other, "Name and color");
	await expect(look.getByRole("alert")).toContainText(
		/As contributor of this workspace you cannot do this.*Ada Lovelace/,
	);
	await expect(look).toContainText("Your role: Contributor.");
	await expect(other.getByLabel("Name", { exact: true })).toHaveValue("Difference Engines");

	// Keyboard alone: the menu, the dialog, and the refusal in it.
	await page.goto(product.url + PEOPLE);
	const members = page.getByRole("list", { name: "Members" });
	await members
		.getByRole("button", { name: /^Actions/ })
		.first()
		.focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("menuitem", { name: "Change role or last day" })).toBeFocused();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Change role or last day" });
	await expect(dialog).toContainText(ada.email);
	await dialog.getByLabel("Role", { exact: true }).selectOption("Manager");
	await dialog.getByRole("button", { name: "Save", exact: true }).press("Enter");
	await expect(dialog.getByRole("alert")).toContainText(/last owner|only owner|no owner|needs an owner/i);
	await expect(dialog.getByLabel("Role", { exact: true })).toHaveValue("manager");
	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);

	await members
		.getByRole("listitem")
		.filter({ hasText: bob.email })
		.getByRole("button", { name: /^Actions/ })
		.click();
	await page.getByRole("menuitem", { name: "Remove" }).click();
	const question = page.getByRole("dialog", { name: "Remove Ada Lovelace?" });
	await expect(question).toContainText("loses access to Analytical Engines at once");
	await question.getByRole("button", { name: "Remove", exact: true }).click();
	await expect(members.getByRole("listitem")).toHaveCount(1);
	await other.reload();
	// Their own workspace is all that this device shows now.
	await expect(other).toHaveURL(`${product.url}/dashboard/overview`);
	await other.context().close();
});
