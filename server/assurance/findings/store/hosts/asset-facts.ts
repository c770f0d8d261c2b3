import type { ScanReport } from "#contract/findings/findings.ts";
import type { WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";

type Looked = { workspaceId: WorkspaceId; asset: string; scope: string; at: Date };

/**
 * Stores the dates that a scan found, such as a certificate's expiry, in place of those from an earlier scan of the same scope. A scan
 * with partial coverage replaces only the facts that it saw itself. A scan older than the stored facts changes nothing.
 */
export async function storeFacts(
	client: Executor,
	{ workspaceId, asset, scope, at }: Looked,
	{ coverage, facts = [] }: Pick<ScanReport, "coverage" | "facts">,
): Promise<void> {
	const key = [workspaceId, scope, at];
	const newer = await client.query(
		"SELECT 1 FROM asset_facts WHERE account_id = $1 AND scope = $2 AND seen_at > $3 LIMIT 1",
		key,
	);
	if (newer.rowCount) return;
	const FACTS =
		'jsonb_to_recordset($4) AS fact (what text, host text, port integer, detail text, "endsAt" timestamptz)';
	const values = [...key, JSON.stringify(facts)];
	await client.query(
		`DELETE FROM asset_facts AS old WHERE account_id = $1 AND scope = $2 AND seen_at <= $3 AND ($5 OR EXISTS (
		   SELECT 1 FROM ${FACTS} WHERE (fact.what, fact.host, fact.port, fact.detail) = (old.what, old.host, old.port, old.detail)))`,
		[...values, coverage === "full"],
	);
	await client.query(
		`INSERT INTO asset_facts (account_id, scope, seen_at, asset, what, host, port, detail, ends_at)
		 SELECT $1, $2, $3, $5, what, host, port, detail, "endsAt" FROM ${FACTS}`,
		[...values, asset],
	);
}
