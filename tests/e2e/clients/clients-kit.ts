import type { APIRequestContext, Page } from "@playwright/test";
import { KINDS } from "#contract/kinds/kinds.ts";
import { CLIENT } from "#contract/requests/headers.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import type { ClientColor } from "#contract/workspaces/client-colors.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { expect, type Product } from "../kit.ts";

/** Three clients of the account that the page is signed in to. */
const THREE = [
	{ name: "Acme Bank", code: "acme", color: "blue" },
	{ name: "Borno Health", code: "borno", color: "green" },
	{ name: "Calabar Freight and Logistics", code: "calabar", color: "orange" },
] as const satisfies readonly { name: string; code: string; color: ClientColor }[];

export async function addClients(
	request: APIRequestContext,
	{ url }: Pick<Product, "url">,
	clients: readonly { name: string; code: string; color: ClientColor }[] = THREE,
): Promise<Client[]> {
	const made: Client[] = [];
	for (const data of clients) {
		const answer = await request.post(url + API_BASE + API_PATHS.clients, {
			headers: { Origin: url, "Idempotency-Key": crypto.randomUUID() },
			data,
		});
		expect(answer.status(), await answer.text()).toBe(201);
		made.push(await answer.json());
	}
	return made;
}

/** Requests a scan of the practice target for one client. Resolves to the scan's id. */
export async function scanFor(
	client: Client | undefined,
	request: APIRequestContext,
	{ url, practicePort }: Pick<Product, "url" | "practicePort">,
	email: string,
): Promise<string> {
	const asked = await request.post(url + API_BASE + KINDS.combined.path, {
		headers: { Origin: url, "Idempotency-Key": crypto.randomUUID(), [CLIENT]: client?.id ?? "" },
		data: { target: `http://localhost:${practicePort}/`, email },
	});
	expect(asked.status(), await asked.text()).toBe(202);
	return (await asked.json()).receipt.scanId;
}

/** The button that shows the current client and leads to the others. */
export const switcher = (page: Page) => page.locator("[data-client-switcher]:visible");

/** Switches to another client. */
export async function switchTo(page: Page, name: string): Promise<void> {
	await switcher(page).click();
	await page.getByRole("dialog", { name: "Show" }).getByRole("button", { name, exact: false }).first().click();
	await expect(switcher(page)).toContainText(name);
}
