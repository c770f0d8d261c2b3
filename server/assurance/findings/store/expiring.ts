import type { FindingOverview } from "#contract/findings/vulnerabilities.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { oneOf, readRows, text } from "#server/platform/db/rows.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { PROOF_LIFE_MS } from "#server/scanning/targets/ownership/host-ownership.ts";

const SOON_DAYS = 90;
/** The most to list, of expired things and of upcoming ones each. */
const MOST = 20;

const EXPIRING = {
	what: oneOf(["certificate", "end-of-life", "ownership", "accepted-risk"]),
	host: text,
	detail: text,
	on: text,
};

/** What has expired or will within 90 days, by day: certificates, software support, proofs of ownership, accepted risks. */
export async function readExpiring(
	pool: Pool,
	{ workspaceId, clientId }: Seen,
	now: Date,
): Promise<FindingOverview["expiring"]> {
	const day = (time: string) => `((${time}) AT TIME ZONE 'UTC')::date`;
	const today = day("$2::timestamptz");
	return readRows(
		pool,
		EXPIRING,
		`WITH ending AS (
		   SELECT what, host, detail, ${day("ends_at")} AS "on" FROM current_facts WHERE account_id = $1 AND ${ofClient("asset", "$1", "$4")}
		   UNION
		   SELECT 'ownership', host, '', ${day("proven_at + $3 * interval '1 ms'")} FROM target_claims
		   WHERE account_id = $1 AND proven_at IS NOT NULL AND ${ofClient("host", "$1", "$4")}
		   UNION
		   SELECT 'accepted-risk', host, title, until FROM finding_counts
		   WHERE account_id = $1 AND standing = 'accepted' AND until < 'infinity' AND ${ofClient("asset", "$1", "$4")})
		 SELECT what, host, detail, "on"::text FROM (
		   (SELECT * FROM ending WHERE "on" < ${today} ORDER BY "on" DESC, what, host, detail LIMIT ${MOST})
		   UNION ALL
		   (SELECT * FROM ending WHERE "on" BETWEEN ${today} AND ${today} + ${SOON_DAYS}
		    ORDER BY "on", what, host, detail LIMIT ${MOST})
		 ) AS nearest ORDER BY "on", what, host, detail`,
		[workspaceId, now, PROOF_LIFE_MS, clientId],
	);
}
