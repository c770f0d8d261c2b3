import type { BrowserContext, Page } from "@playwright/test";
import type { AccountState } from "#src/lib/account/account.ts";
import { createAccount, registrationOf, type TestAccount } from "../support/server/accounts.ts";
import type { Product } from "./kit.ts";

/** Gives a browser the session of an account; needed again after it was killed, because these cookies end with it. */
export const giveCookies = (context: BrowserContext, url: string, { cookie }: TestAccount): Promise<void> =>
	context.addCookies(
		cookie.split("; ").map((pair) => {
			const [name = "", value = ""] = pair.split("=");
			return { name, value, url, httpOnly: true, sameSite: "Lax" as const };
		}),
	);

/** Signs this page's browser in to an account: the next page that opens knows it as it would after the form. */
export async function signInAs(page: Page, url: string, account: TestAccount): Promise<void> {
	await giveCookies(page.context(), url, account);
	const { first_name, last_name } = registrationOf(account.email);
	const known: AccountState = {
		status: "known",
		account: { accountId: account.accountId, name: `${first_name} ${last_name}`, email: account.email },
		locked: false,
	};
	await page.addInitScript(
		({ key, text }) => {
			if (sessionStorage.getItem(key)) return;
			sessionStorage.setItem(key, "seeded");
			localStorage.setItem(key, text);
		},
		{ key: "plumbline-account", text: JSON.stringify(known) },
	);
}

/** Creates an account and signs this page's browser in to it, without the screens. The rest is up to the page. */
export async function signIn(
	page: Page,
	{ url, confirmAddress }: Pick<Product, "url" | "confirmAddress">,
	options: Parameters<typeof createAccount>[1] = {},
): Promise<TestAccount> {
	const account = await createAccount({ url, confirmAddress }, options);
	await signInAs(page, url, account);
	return account;
}
