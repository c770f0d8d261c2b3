import { SEVERITIES } from "#contract/findings/severity.ts";
import type { ScanId } from "#contract/ids.ts";
import type { Recurrence } from "#contract/scans/schedules.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, int, json, neverNull, oneOf, readRow, readRows, text, texts, time } from "#server/platform/db/rows.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { SeenClient } from "#server/platform/tenancy/scope.ts";
import { SCAN } from "#server/scanning/scans/store/scan-row.ts";
import { PROOF_LIFE_MS } from "#server/scanning/targets/ownership/host-ownership.ts";
import { CLASSES } from "../class-table.ts";
import { FIXED_DAYS, hostsOf, type Observed } from "../facts/observed.ts";
import { ruleColumn } from "../finding-classes.ts";
import { SINCE_REMOVED, scannedPairs } from "./hosts/workspace-hosts.ts";

const DAY_MS = 86_400_000;
const SEEN = { host: neverNull(text), kind: SCAN.kind, scanId: id<ScanId>(), at: neverNull(time), parts: texts };
/** Rules of classes, and further ones that facts name. */
const RULES = [...CLASSES.flatMap(({ rules }) => rules), "tls-1-3-missing", "security-txt-missing"];

/** What scans observed of one client, for facts about it. */
export async function readObserved(db: Executor, { workspaceId, clientId }: SeenClient, now: Date): Promise<Observed> {
	const key = [workspaceId, clientId];
	// One after another: this may be a transaction's connection.
	const seen = await readRows(
		db,
		SEEN,
		`WITH RECURSIVE ${scannedPairs()}
		 SELECT newest.host, newest.kind, "scanId", at, coalesce(ARRAY(
		     SELECT regexp_replace(part ->> 'part', '-\\d+$', '') FROM jsonb_array_elements(report -> 'parts') AS part
		     GROUP BY 1 HAVING bool_and(part ->> 'status' = 'evaluated')), '{}') AS parts
		 FROM scanned, LATERAL (
		   SELECT host, kind, id AS "scanId", finished_at AS at FROM scans
		   WHERE owner = $1::text AND (host, kind, state) = (scanned.host, scanned.kind, 'completed') AND ${SINCE_REMOVED}
		   ORDER BY finished_at DESC LIMIT 1
		 ) AS newest JOIN scan_reports ON scan_id = newest."scanId"
		 WHERE ${ofClient("newest.host", "$1", "$3")}`,
		[workspaceId, null, clientId],
	);
	const verified = await readRows(
		db,
		{ host: text },
		`SELECT scanned.host FROM unnest($2::text[]) AS scanned (host) WHERE EXISTS (
		   SELECT FROM target_claims AS claim WHERE claim.account_id = $1 AND proven_at > $3
		     AND (claim.host = scanned.host OR (includes_subdomains AND right(scanned.host, length(claim.host) + 1) = '.' || claim.host)))`,
		[workspaceId, [...hostsOf(seen)], new Date(now.getTime() - PROOF_LIFE_MS)],
	);
	const isVerified = hostsOf(verified);
	const present = await readRows(
		db,
		{ rule: text, host: text, severity: oneOf(SEVERITIES), findings: int, since: time },
		`SELECT ${ruleColumn("rule")} AS rule, asset AS host, severity, count(*) AS findings, min(first_seen_at) AS since FROM findings
		 WHERE account_id = $1 AND standing IN ('open', 'accepted') AND ${ofClient("asset", "$1", "$2")}
		   AND (severity IN ('high', 'medium') OR ${ruleColumn("rule")} = ANY ($3))
		 GROUP BY 1, 2, 3`,
		[...key, RULES],
	);
	const fixed = await readRow(
		db,
		{ findings: int, median: int, slowest: int },
		`SELECT count(*) AS findings, coalesce(percentile_disc(0.5) WITHIN GROUP (ORDER BY days), 0)::integer AS median,
		   coalesce(max(days), 0)::integer AS slowest
		 FROM (SELECT ceil(extract(epoch FROM fixed_at - CASE WHEN reopened_at < fixed_at THEN reopened_at ELSE first_seen_at END) / 86400) AS days
		   FROM findings WHERE account_id = $1 AND standing = 'fixed' AND severity IN ('high', 'medium') AND fixed_at > $3
		     AND ${ofClient("asset", "$1", "$2")}) AS took`,
		[...key, new Date(now.getTime() - FIXED_DAYS * DAY_MS)],
	);
	const schedules = await readRows(
		db,
		{ host: neverNull(text), recurrence: json<Recurrence>() },
		`SELECT host, recurrence FROM schedules WHERE account_id = $1 AND status = 'active' AND host IS NOT NULL AND ${ofClient("host", "$1", "$2")}`,
		key,
	);
	const unsupported = await readRows(
		db,
		{ host: neverNull(text), product: neverNull(text) },
		`SELECT DISTINCT asset AS host, detail AS product FROM current_facts
		 WHERE account_id = $1 AND what = 'end-of-life' AND ends_at < $3 AND ${ofClient("asset", "$1", "$2")}`,
		[...key, now],
	);
	return {
		now,
		hosts: [...hostsOf(seen)].map((host) => ({ host, verified: isVerified.has(host) })),
		seen,
		present,
		fixed: { findings: fixed?.findings ?? 0, medianDays: fixed?.median ?? 0, slowestDays: fixed?.slowest ?? 0 },
		schedules,
		unsupported,
	};
}
