import type { AccountId } from "#contract/ids.ts";
import type { FindingOverview } from "#contract/vulnerabilities.ts";
import { PROOF_LIFE_MS } from "../../targets/ownership/host-ownership.ts";
import type { Pool } from "../pool.ts";
import { oneOf, readRows, text } from "../rows.ts";

const SOON_DAYS = 60;
const MOST = 20;

const EXPIRING = {
	what: oneOf(["certificate", "end-of-life", "ownership", "accepted-risk"]),
	host: text,
	detail: text,
	on: text,
};

/** What has expired or will within 60 days: certificates, software support, proofs of ownership, accepted risks. Soonest first. */
export async function readExpiring(pool: Pool, account: AccountId, now: Date): Promise<FindingOverview["expiring"]> {
	const day = (time: string) => `((${time}) AT TIME ZONE 'UTC')::date`;
	return readRows(
		pool,
		EXPIRING,
		`SELECT DISTINCT what, host, detail, "on"::text FROM (
		   SELECT what, host, detail, ${day("ends_at")} AS "on" FROM current_facts WHERE account_id = $1
		   UNION ALL
		   SELECT 'ownership', host, '', ${day("proven_at + $3 * interval '1 ms'")} FROM target_claims
		   WHERE account_id = $1 AND proven_at IS NOT NULL
		   UNION ALL
		   SELECT 'accepted-risk', host, title, until FROM findings
		   WHERE account_id = $1 AND standing = 'accepted' AND until IS NOT NULL
		 ) AS ending WHERE "on" <= ${day("$2::timestamptz")} + ${SOON_DAYS}
		 ORDER BY 4, what, host, detail LIMIT ${MOST}`,
		[account, now, PROOF_LIFE_MS],
	);
}
