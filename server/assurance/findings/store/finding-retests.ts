import type { FindingDetail } from "#contract/findings/vulnerabilities.ts";
import type { ScanId } from "#contract/ids.ts";
import type { LabeledRequest } from "#contract/scans/scans.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { readRow } from "#server/platform/db/rows.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { LABELS, labeledRequestOfRow, REQUEST } from "#server/scanning/scans/store/scan-row.ts";

export type Retests = {
	/** The request of the newest stored scan that saw the finding. */
	request(scope: Scope, fingerprint: string): Promise<LabeledRequest | undefined>;
	/** Records that a scan was requested to retest a finding. A repeat changes nothing. */
	remember(
		scope: Scope,
		fingerprint: string,
		scanId: ScanId,
		before: NonNullable<FindingDetail["retest"]>["before"],
		at: Date,
	): Promise<void>;
};

export const createRetests = (walled: Pool): Retests => ({
	async request(scope, fingerprint) {
		const row = await readRow(
			within(walled, scope),
			{ ...REQUEST, ...LABELS },
			`SELECT kind, request, client, note FROM finding_sightings JOIN scans ON scans.id = scan_id
			 WHERE account_id = $1 AND fingerprint = $2 AND seen AND ${ofClient("scans.host", "$1", "$3")}
			 ORDER BY at DESC, scan_id LIMIT 1`,
			[scope.workspaceId, fingerprint, scope.clientId],
		);
		return row && labeledRequestOfRow(row);
	},
	async remember(scope, fingerprint, scanId, { state, severity }, at) {
		// The scan or the finding may already have been deleted.
		await within(walled, scope).query(
			`INSERT INTO finding_retests (account_id, fingerprint, scan_id, asked_at, state, severity)
			 SELECT $1, $2, $3, $4, $5, $6
			 WHERE EXISTS (SELECT 1 FROM scans WHERE id = $3)
			   AND EXISTS (SELECT 1 FROM findings WHERE account_id = $1 AND fingerprint = $2)
			 ON CONFLICT DO NOTHING`,
			[scope.workspaceId, fingerprint, scanId, at, state, severity],
		);
	},
});
