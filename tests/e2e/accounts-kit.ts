import type { Page } from "@playwright/test";
import type { AccountState } from "#src/lib/account/account.ts";
import { createAccount, registrationOf, type TestAccount } from "../support/server/accounts.ts";
import type { Product } from "./kit.ts";

/**
 * Makes an account and signs this page's browser in to it, without the screens: its cookies are there, and the next page
 * that is opened knows the account as it would after the form. What the page makes of it later is left alone.
 */
export async function signIn(
	page: Page,
	{ url, confirmAddress }: Pick<Product, "url" | "confirmAddress">,
	options: Parameters<typeof createAccount>[1] = {},
): Promise<TestAccount> {
	const account = await createAccount({ url, confirmAddress }, options);
	const cookies = account.cookie.split("; ").map((pair) => {
		const [name = "", value = ""] = pair.split("=");
		return { name, value, url, httpOnly: true, sameSite: "Lax" as const };
	});
	await page.context().addCookies(cookies);
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
	return account;
}
