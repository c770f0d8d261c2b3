import { TITLE_LIMIT } from "#contract/evidence/evidence.ts";
import { evidenceId as evidenceIdSchema } from "#contract/evidence/evidence-id.ts";
import { KIND_TEXTS } from "#contract/kinds/texts.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { dedupe } from "#server/scanning/engines/shared/dedupe.ts";
import { noteCustody } from "../../evidence/store/custody.ts";
import { storedRecord } from "../../evidence/store/stored-record.ts";
import type { FindingsStored } from "../../findings/findings-stored.ts";
import { lastDayOf } from "../days.ts";
import type { PresentFinding } from "../judge-run.ts";
import type { RunTest } from "./run-rows.ts";

type Recorded = {
	scan: FindingsStored;
	id: string;
	tests: readonly RunTest[];
	/** On the host, open or accepted. */
	findings: readonly PresentFinding[];
};

/**
 * The one piece of evidence of a scan, for all tests that it is a run of. It holds what the runs rest on, so that they can be
 * followed when the scan is deleted, and lasts as long as the test with the largest cadence needs.
 */
export async function recordEvidence(client: Executor, { scan, id, tests, findings }: Recorded): Promise<void> {
	const { workspaceId, by, look, now, host, report, kind, scanId } = scan;
	const from = new Date(Math.min(...tests.map(({ window_from }) => window_from.getTime())));
	const today = dayOf(look.at);
	const { json, sha256 } = recordOf(scan, findings);
	await client.query(
		`INSERT INTO evidence (id, workspace_id, client_id, title, note, taken_at, received_at, taken_by, taken_by_name, device, kind,
		   method, effective_from, effective_to, expires_on, state, state_said_at, record, record_sha256)
		 VALUES ($1, $2, $3, $4, '', $5, $6, $7,
		   coalesce((SELECT btrim(first_name || ' ' || last_name) FROM accounts WHERE id = $7), ''), '', 'scan',
		   'automatic', $8, $9, $10, 'accepted', $5, $11, $12)`,
		[
			id,
			workspaceId,
			scan.clientId,
			titleOf(KIND_TEXTS[kind].one, report.target),
			look.at,
			now,
			by,
			dayOf(from),
			today,
			lastDayOf(today, Math.max(...tests.map(({ every_days }) => every_days))),
			json,
			sha256,
		],
	);
	await client.query(
		`INSERT INTO evidence_links (workspace_id, evidence_id, subject_type, subject_id, linked_at)
		 SELECT DISTINCT $1::uuid, $2::uuid, type, id, $3::timestamptz FROM jsonb_to_recordset($4) AS subject (type text, id text)`,
		[
			workspaceId,
			id,
			now,
			JSON.stringify([
				{ type: "scan", id: scanId },
				{ type: "asset", id: host },
				...tests.map((test) => ({ type: "control", id: test.control_id })),
			]),
		],
	);
	await noteCustody(client, { workspaceId, accountId: by }, evidenceIdSchema.parse(id), now, "recorded");
}

/** `Nmap EOL scan of example.com`. */
const titleOf = (one: string, target: string): string =>
	`${one.replace(/^an? /, "")} of ${target}`.slice(0, TITLE_LIMIT);

function recordOf({ scanId, kind, host, report, seen }: FindingsStored, findings: readonly PresentFinding[]) {
	const present = new Set(findings.map(({ fingerprint }) => fingerprint));
	const others = dedupe(report.findings).flatMap((finding) => {
		const state = seen.get(finding.fingerprint);
		return state === undefined || present.has(finding.fingerprint) ? [] : [{ ...finding, state }];
	});
	return storedRecord({
		scan: {
			id: scanId,
			kind,
			target: report.target,
			host,
			startedAt: report.startedAt,
			finishedAt: report.finishedAt,
			coverage: report.coverage,
			parts: report.parts,
			findings: [...findings, ...others].map(({ fingerprint, rule, severity, state }) => ({
				fingerprint,
				rule,
				severity,
				state,
				seen: seen.has(fingerprint),
			})),
		},
	});
}
