import type { Executor } from "#server/platform/db/pool.ts";
import { readRows, text } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";

/** For `scans` of the workspace `$1`: those requested since the host was last removed. */
export const SINCE_REMOVED = `accepted_at > coalesce(
  (SELECT removed_at FROM assets WHERE account_id = $1::uuid AND assets.host = scans.host), '-infinity')`;

/**
 * For `WITH RECURSIVE`: the hosts that a workspace has scanned, or only one of them, with the kinds of scans. A step in the index finds
 * the next kind of a host, or the next host: a workspace can have thousands of scans of each.
 */
export const scannedPairs = (workspace = "$1", only = "$2"): string => `scanned AS (
  (SELECT host, kind FROM scans WHERE owner = ${workspace}::text AND host > '' AND (${only}::text IS NULL OR host = ${only}) ORDER BY host, kind LIMIT 1)
  UNION ALL
  SELECT following.host, following.kind FROM scanned, LATERAL (
    (SELECT host, kind FROM scans WHERE owner = ${workspace}::text AND host = scanned.host AND kind > scanned.kind ORDER BY kind LIMIT 1)
    UNION ALL
    (SELECT host, kind FROM scans WHERE owner = ${workspace}::text AND host > scanned.host AND ${only}::text IS NULL ORDER BY host, kind LIMIT 1)
    ORDER BY host, kind LIMIT 1) AS following)`;

/**
 * For `WITH RECURSIVE`: the hosts of the workspace `$1` (a uuid), or only one of them, with their clients: those that were scanned,
 * labeled or registered, and those with findings, which stay when scans are deleted. `is_gone`: the host was removed, neither
 * registered nor scanned since, and has no findings, as of a scan that was under way.
 */
export const knownHosts = (only: string): string => `${scannedPairs("$1::uuid", only)},
	hosts AS MATERIALIZED (
	  SELECT known.host, coalesce(assets.client_id, $1) AS client_id, assets.removed_at IS NOT NULL
	    AND NOT EXISTS (SELECT FROM target_claims AS claim WHERE claim.account_id = $1 AND claim.host = known.host)
	    AND NOT EXISTS (SELECT FROM scans WHERE owner = $1::text AND scans.host = known.host AND ${SINCE_REMOVED})
	    AND NOT EXISTS (SELECT FROM finding_counts WHERE account_id = $1 AND asset = known.host) AS is_gone
	  FROM (SELECT host FROM scanned UNION SELECT host FROM assets WHERE account_id = $1
	      UNION SELECT host FROM target_claims WHERE account_id = $1
	      UNION SELECT asset FROM finding_counts WHERE account_id = $1) AS known
	    LEFT JOIN assets ON assets.account_id = $1 AND assets.host = known.host
	  WHERE ${only}::text IS NULL OR known.host = ${only})`;

/** The hosts of a workspace or of one client that were not removed, or one of them, in the order of code units. */
export async function listHosts(
	executor: Executor,
	{ workspaceId, clientId }: Seen,
	only: string | null = null,
): Promise<string[]> {
	const rows = await readRows(
		executor,
		{ host: text },
		`WITH RECURSIVE ${knownHosts("$3")}
		 SELECT host FROM hosts WHERE ($2::uuid IS NULL OR client_id = $2) AND NOT is_gone ORDER BY host COLLATE "C"`,
		[workspaceId, clientId, only],
	);
	return rows.map(({ host }) => host);
}
