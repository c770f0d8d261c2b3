import { type Browser, expect, type Page } from "@playwright/test";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import type { InvitationRequest } from "#contract/workspaces/members.ts";
import { postJson, type TestAccount } from "../../support/server/accounts.ts";
import { decodeMail } from "../../support/server/mailbox.ts";
import { signIn } from "../accounts-kit.ts";
import { newAddress, type Product } from "../kit.ts";

/** The link in the newest invitation emailed to an address, once there are `count` of them. */
export async function invitationLink({ mailbox }: Product, address: string, count = 1): Promise<string> {
	const links = () =>
		mailbox.received
			.filter(({ to }) => to.includes(address))
			.flatMap(({ raw }) => decodeMail(raw).match(/https?:\/\/[^\s"<]+\/invitation#[^\s"<]+/)?.[0] ?? []);
	await expect.poll(() => links().length).toBe(count);
	return links().at(-1) ?? "";
}

/** A call for the account that a page is signed in to, from outside the browser: another device. */
export async function callAs(account: TestAccount, { url }: Product, method: string, path: string, body?: unknown) {
	const answer = await fetch(`${url}${API_BASE}${path}`, {
		method,
		headers: {
			Cookie: account.cookie,
			Origin: url,
			...(body !== undefined && { "Content-Type": "application/json" }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
	return answer.status === 204 ? undefined : answer.json();
}

/** Makes an account a member of another account's workspace. */
export async function join(
	account: TestAccount,
	product: Product,
	owner: TestAccount,
	request: Omit<InvitationRequest, "email">,
): Promise<void> {
	await callAs(owner, product, "POST", API_PATHS.invitations, { ...request, email: account.email });
	const token = new URL(await invitationLink(product, account.email)).hash.slice(1, 44);
	const accepted = await postJson(product.url, API_PATHS.acceptInvitation, { token }, { Cookie: account.cookie });
	if (!accepted.ok) throw new Error(`Not accepted: ${await accepted.text()}`);
}

/** A member of an account's workspace, signed in on their own device, which shows that workspace. */
export async function joinedMember(
	browser: Browser,
	product: Product,
	owner: TestAccount,
	request: Omit<InvitationRequest, "email">,
): Promise<{ page: Page; account: TestAccount }> {
	const page = await (await browser.newContext()).newPage();
	const account = await signIn(page, product, { email: newAddress() });
	await join(account, product, owner, request);
	await page.goto(`${product.url}/dashboard/overview?workspace=${owner.accountId}`);
	await expect(page).toHaveURL(`${product.url}/dashboard/overview`);
	return { page, account };
}
