import { expect, type Page } from "@playwright/test";
import * as z from "zod/mini";
import { OPERATIONS } from "#contract/operations.ts";
import type { FindingPage } from "#contract/vulnerabilities.ts";
import type { TestAccount } from "../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../support/server/api-client.ts";
import { until } from "../../support/until.ts";
import type { Product } from "../kit.ts";

/** Findings of an account as the API lists them. */
export async function findingsOf(
	{ url }: Product,
	account: TestAccount,
	query: Record<string, string> = {},
): Promise<FindingPage> {
	const answer = await apiClient(url, asAccount(account))("listFindings", { query });
	return z.parse(OPERATIONS.listFindings.answer, await answer.json());
}

/** Scans the practice target for an account; resolves with what was found when the scan has ended. */
export async function scanPracticeTarget(product: Product, account: TestAccount): Promise<FindingPage> {
	const call = apiClient(product.url, asAccount(account));
	const target = `http://localhost:${product.practicePort}/`;
	await call("startCombinedScan", {
		body: { target, email: account.email },
		headers: { "Idempotency-Key": crypto.randomUUID() },
	});
	return until(async () => {
		const page = await findingsOf(product, account);
		return page.total > 0 && page;
	}, "the practice target's findings are listed");
}

/** Resolves when something that the device keeps for reading says this. */
export const whenKept = (page: Page, text: string): Promise<void> =>
	expect.poll(() => page.evaluate(isKept, text)).toBe(true);

const isKept = (text: string) =>
	new Promise<boolean>((resolve) => {
		const opening = indexedDB.open("plumbline-kept");
		opening.onsuccess = () => {
			const reading = opening.result.transaction("answers").objectStore("answers").getAll();
			reading.onsuccess = () => {
				opening.result.close();
				resolve(JSON.stringify(reading.result).includes(text));
			};
		};
	});
