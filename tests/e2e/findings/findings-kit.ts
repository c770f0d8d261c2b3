import * as z from "zod/mini";
import type { Severity } from "#contract/findings/severity.ts";
import type { FindingPage } from "#contract/findings/vulnerabilities.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { findingOf } from "../../support/engines/found.ts";
import type { TestAccount } from "../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../support/server/api-client.ts";
import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
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

/** Scans the practice target for an account; resolves with the findings when the scan has ended. */
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

/** Findings with the same text in this many places, all on one host. */
export type Seed = { title: string; rule: string; severity: Severity; host: string; places: number };

/** Gives an account findings without scans, as if they had just been seen. */
export const seedFindings = ({ server }: Product, { accountId }: TestAccount, seeds: readonly Seed[]): Promise<void> =>
	withEmbeddedDatabase(server.varDir, async (client) => {
		for (const { title, rule, severity, host, places } of seeds) {
			await client.query(
				`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope,
				   scan_id, first_seen_at, last_seen_at, seen_from)
				 SELECT $1::uuid, encode(sha256(($2 || $3 || $5 || n)::bytea), 'hex'),
				   $6::jsonb || jsonb_build_object('location', jsonb_build_object('host', $5::text, 'port', 443, 'path', '/' || n, 'parameter', '')),
				   $4, 'baseline', $3, $2, '', $5, $5, 'seeded', gen_random_uuid(), now() - interval '9 days', now(), now()
				 FROM generate_series(1, $7::integer) AS n`,
				[accountId, title, rule, severity, host, JSON.stringify(findingOf({ title, rule, severity })), places],
			);
		}
	});
