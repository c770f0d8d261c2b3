import { randomUUID } from "node:crypto";
import type { Finding, ScanPart, ScanReport } from "#contract/findings/findings.ts";
import { scanId, workspaceId } from "#contract/ids.ts";
import type { Coverage } from "#contract/scans/scans.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { holdWorkspace } from "#server/platform/tenancy/hold-workspace.ts";
import { ranWith } from "../engines/found.ts";
import { follows } from "./follows.ts";

type Ended = { host: string; at: Date; findings: Finding[]; coverage?: Coverage; parts: ScanPart[] };

/** A TLS scan of a workspace that ended at that moment, with what follows from it. */
export async function endTlsScan(
	pool: Pool,
	workspace: string,
	{ host, at, findings, coverage = "full", parts }: Ended,
): Promise<void> {
	const target = `${host}:443`;
	const report = {
		...ranWith(findings, coverage, [], parts),
		target,
		startedAt: at.toISOString(),
		finishedAt: at.toISOString(),
	} as unknown as ScanReport;
	const id = scanId.parse(randomUUID());
	await pool.query(
		`INSERT INTO scans (id, owner, kind, target, request, host, client, note, status, coverage, accepted_at, started_at, finished_at,
		   high, medium, low, none) VALUES ($1, $2, 'sslyze', $3, jsonb_build_object('target', $3::text), $4, '', '', 'completed', $5, $6, $6,
		   $6, 0, 0, 0, 0)`,
		[id, workspace, target, host, coverage, at],
	);
	await pool.query("INSERT INTO scan_reports (scan_id, report) VALUES ($1, $2)", [id, JSON.stringify(report)]);
	await inTransaction(pool, async (client) => {
		await holdWorkspace(client, workspaceId.parse(workspace));
		await follows.mergeFindings(client, id, report);
	});
}
