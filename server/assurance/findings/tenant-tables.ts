import { iso, list } from "#server/platform/db/row-reading.ts";
import { ofWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";
import { moveDays } from "./store/move-days.ts";

/** Findings with their history, what is known about hosts, and how many were open on which day. */
export const FINDING_TABLES = {
	tables: {
		findings: { exported: "findings", handedOver: "findings", showsUse: "account_id" },
		finding_words: { exported: "findingVerdicts", handedOver: "findings" },
		finding_changes: { exported: "findingChanges", handedOver: "findings" },
		finding_sightings: { exported: "findingSightings", handedOver: "findings" },
		finding_retests: { exported: "findingRetests", handedOver: "findings" },
		asset_facts: { exported: "assetDates", handedOver: "hosts" },
		finding_counts: {
			exported: { leftOut: "sums of findings, which are in the file" },
			handedOver: { leftOut: "sums of findings, which are in the file" },
		},
		finding_days: { exported: "findingDays" },
		finding_days_of_clients: { exported: { leftOut: "sums of findings, which are in the file" }, handedOver: "days" },
		digest_links: { exported: { leftOut: "hashes of links’ tokens" } },
	},
	exports: [
		{
			name: "findings",
			columns: `fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scan_id AS "lastScanId",
				first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt", fixed_at AS "fixedAt",
				reopened_at AS "reopenedAt", standing AS state, reason, until::text, said_at AS "saidAt"`,
			from: ofWorkspace("findings"),
			key: [["fingerprint", "text"]],
		},
		{
			name: "findingVerdicts",
			columns: `fingerprint, state, reason, until::text, said_at AS "saidAt"`,
			from: ofWorkspace("finding_words"),
			key: [["id", "bigint"]],
		},
		{
			name: "findingChanges",
			columns: `fingerprint, scan_id AS "scanId", at, what, severity`,
			from: ofWorkspace("finding_changes"),
			key: [["id", "bigint"]],
		},
		{
			name: "findingSightings",
			columns: `fingerprint, scan_id AS "scanId", at, seen, severity, state`,
			from: ofWorkspace("finding_sightings"),
			key: [
				["fingerprint", "text"],
				["scan_id", "uuid"],
			],
		},
		{
			name: "findingRetests",
			columns: `fingerprint, scan_id AS "scanId", asked_at AS "askedAt", state, severity`,
			from: ofWorkspace("finding_retests"),
			key: [
				["fingerprint", "text"],
				["scan_id", "uuid"],
			],
		},
		{
			name: "findingDays",
			columns: "day::text, high, medium, low, none",
			from: ofWorkspace("finding_days"),
			key: [["day", "date"]],
		},
		{
			name: "assetDates",
			columns: `asset, what, host, port, detail, ends_at AS "endsAt", seen_at AS "seenAt"`,
			from: ofWorkspace("asset_facts"),
			key: [["id", "bigint"]],
		},
	],
	readings: {
		hosts: {
			row: `jsonb_build_object('host', host, 'removedAt', (SELECT ${iso("removed_at")} FROM assets WHERE account_id = $1 AND assets.host = known.host),
				'facts', ${list(
					`jsonb_build_object('what', what, 'host', fact.host, 'port', port, 'detail', detail, 'endsAt', ${iso("ends_at")},
					'scope', scope, 'seenAt', ${iso("seen_at")})`,
					"scope, what, fact.host, port, detail",
					"asset_facts AS fact WHERE account_id = $1 AND asset = known.host",
				)})`,
			key: "host",
			from: "unnest($3::text[]) AS known (host) WHERE $2::uuid IS NOT NULL",
			batch: 1_000,
		},
		days: {
			row: "jsonb_build_object('day', day::text, 'high', high, 'medium', medium, 'low', low, 'none', none)",
			key: "day::text",
			from: "finding_days_of_clients WHERE account_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
			batch: 5_000,
		},
		findings: {
			row: `jsonb_build_object('finding', finding, 'asset', asset, 'scope', scope, 'scanId', scan_id, 'firstSeenAt', ${iso("first_seen_at")},
				'lastSeenAt', ${iso("last_seen_at")}, 'seenFrom', ${iso("seen_from")}, 'missedFrom', ${iso("missed_from")},
				'fixedAt', ${iso("fixed_at")}, 'reopenedAt', ${iso("reopened_at")},
				'verdict', CASE WHEN word IS NOT NULL THEN jsonb_build_object('state', word, 'reason', reason, 'until', until::text) END,
				'saidAt', ${iso("said_at")},
				'changes', ${list(
					`jsonb_build_object('at', ${iso("at")}, 'what', what, 'severity', change.severity, 'scanId', change.scan_id)`,
					"change.id",
					"finding_changes AS change WHERE (change.account_id, change.fingerprint) = ($1, findings.fingerprint)",
				)},
				'sightings', ${list(
					`jsonb_build_object('scanId', seen.scan_id, 'at', ${iso("at")}, 'seen', seen.seen, 'severity', seen.severity, 'state', seen.state)`,
					"at, seen.scan_id",
					"finding_sightings AS seen WHERE (seen.account_id, seen.fingerprint) = ($1, findings.fingerprint)",
				)},
				'verdicts', ${list(
					`jsonb_build_object('state', said.state, 'reason', said.reason, 'until', said.until::text, 'saidAt', ${iso("said.said_at")})`,
					"said.id",
					"finding_words AS said WHERE (said.account_id, said.fingerprint) = ($1, findings.fingerprint)",
				)},
				'retests', ${list(
					`jsonb_build_object('scanId', retest.scan_id, 'askedAt', ${iso("asked_at")}, 'state', retest.state, 'severity', retest.severity)`,
					"asked_at, retest.scan_id",
					`finding_retests AS retest JOIN scans ON scans.id = retest.scan_id AND scans.status IN ('completed', 'failed')
					 WHERE (retest.account_id, retest.fingerprint) = ($1, findings.fingerprint)`,
				)})`,
			key: "fingerprint",
			from: "findings WHERE account_id = $1 AND asset = ANY ($3) AND $2::uuid IS NOT NULL",
			batch: 200,
		},
	},
	deletes: {
		ofHosts: [
			"DELETE FROM findings WHERE account_id = $1 AND asset = ANY ($2)",
			"DELETE FROM asset_facts WHERE account_id = $1 AND asset = ANY ($2)",
		],
		ofClient: [
			// The trend of the whole workspace, minus the client’s on each day.
			moveDays("-"),
		],
	},
	prunes: [{ table: "digest_links", when: "expires_at < now()" }],
} as const satisfies TenantTables;
