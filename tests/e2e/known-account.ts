import type { Page, Route } from "@playwright/test";
import { API_BASE, API_PATHS } from "#contract/routes.ts";

const account = { accountId: "7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f", name: "Ada Lovelace", email: "ada@mail.example" };

/** An answer of a server of our own making. */
export const json = (route: Route, body: unknown, status = 200) =>
	route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });

/** A device that knows an account, and a server of our own making that says whose session it is. */
export async function knowAccount(page: Page): Promise<void> {
	await page.addInitScript((known) => {
		localStorage.setItem("plumbline-account", JSON.stringify({ status: "known", account: known, locked: false }));
	}, account);
	const me = { ...account, firstName: "Ada", lastName: "Lovelace", company: "Engines", pendingEmail: null };
	await page.route(`**${API_BASE}${API_PATHS.me}`, (route) =>
		json(route, { ...me, emailConfirmed: false, updates: false, createdAt: "2026-01-01T00:00:00.000Z" }),
	);
}
