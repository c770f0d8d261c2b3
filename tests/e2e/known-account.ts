import type { Page, Route } from "@playwright/test";
import { clientId } from "#contract/ids.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";

const account = { accountId: "7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f", name: "Ada Lovelace", email: "ada@mail.example" };

/** The workspace that the account has from the start, and the client that is the workspace itself. */
const ownWorkspace = { id: account.accountId, name: "Engines", kind: "company", color: "slate" };
const ownClient = {
	id: account.accountId,
	name: "Engines",
	code: "engines",
	color: "slate",
	own: true,
	country: "",
	sector: "",
	contact: "",
	archivedAt: null,
	version: 1,
};

/** The client of hosts that were given to no other. */
export const ownClientId = clientId.parse(account.accountId);

/** An answer from our fake server. */
export const json = (route: Route, body: unknown, status = 200) =>
	route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });

/** A device that knows an account, and a fake server that says whose session it is. */
export async function knowAccount(page: Page): Promise<void> {
	await page.addInitScript((known) => {
		localStorage.setItem("plumbline-account", JSON.stringify({ status: "known", account: known, locked: false }));
	}, account);
	const workspace = { ...ownWorkspace, role: "owner", clientId: null, endsOn: null };
	await page.route(`**${API_BASE}${API_PATHS.workspace}`, (route) =>
		json(route, { ...workspace, logoVersion: null, clients: [ownClient] }),
	);
	await page.route(`**${API_BASE}${API_PATHS.workspaces}`, (route) => json(route, { workspaces: [workspace] }));
	const me = { ...account, firstName: "Ada", lastName: "Lovelace", company: "Engines", pendingEmail: null };
	await page.route(`**${API_BASE}${API_PATHS.me}`, (route) =>
		json(route, { ...me, emailConfirmed: false, updates: false, createdAt: "2026-01-01T00:00:00.000Z" }),
	);
}
