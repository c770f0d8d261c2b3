import type { ClientId } from "#contract/ids.ts";
import type { ClientFileRow, ClientFileSection, ClientInFile } from "#contract/workspaces/client-file.ts";
import { EVIDENCE_ROW } from "#server/assurance/evidence/store/evidence-in-file.ts";
import { readFile } from "#server/assurance/evidence/store/read-file.ts";
import type { Objects } from "#server/assurance/uploads/store/file-reader.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { iso, list, type Reading } from "#server/platform/db/row-reading.ts";
import { bytes, flag, json, readRow, readRows, text, texts } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { ClientFileSource } from "../../file/write-client-file.ts";
import { readClient } from "../client-store.ts";
import { QUESTIONNAIRE_READINGS } from "./client-file-questionnaires.ts";

const READINGS: Record<ClientFileSection, Reading> = {
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
	scans: {
		row: `jsonb_build_object('id', id, 'kind', kind, 'target', target, 'request', request - 'email', 'note', note, 'status', status,
			'acceptedAt', ${iso("accepted_at")}, 'startedAt', ${iso("started_at")}, 'finishedAt', ${iso("finished_at")}, 'coverage', coverage,
			'failure', CASE WHEN failure_code IS NOT NULL THEN jsonb_build_object('code', failure_code, 'message', coalesce(failure_message, '')) END,
			'report', (SELECT report FROM scan_reports WHERE scan_id = scans.id),
			'sent', coalesce((SELECT sent FROM scan_sent WHERE scan_id = scans.id), '[]'),
			'timeline', ${list(
				`jsonb_build_object('at', ${iso("at")}, 'what', what, 'text', text, 'progress', progress)`,
				"id",
				"scan_events WHERE scan_id = scans.id",
			)},
			'raw', ${list(
				`jsonb_build_object('name', name, 'mediaType', media_type, 'createdAt', ${iso("created_at")})`,
				"name",
				"scan_raw WHERE scan_id = scans.id",
			)})`,
		key: "id::text",
		from: `scans WHERE owner = $1::text AND host = ANY ($3) AND status IN ('completed', 'failed') AND finished_at IS NOT NULL
			AND $2::uuid IS NOT NULL`,
		batch: 20,
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
	schedules: {
		row: `jsonb_build_object('name', name, 'request', request, 'recurrence', recurrence, 'timeZone', time_zone, 'overlap', overlap,
			'digest', digest, 'status', status, 'createdAt', ${iso("created_at")})`,
		key: `concat(${iso("created_at")}, id)`,
		from: "schedules WHERE account_id = $1 AND host = ANY ($3) AND $2::uuid IS NOT NULL",
		batch: 500,
	},
	reports: {
		row: `jsonb_build_object('id', id, 'template', template, 'name', name, 'createdBy', created_by, 'request', request,
			'acceptedAt', ${iso("accepted_at")}, 'status', status, 'failure', failure, 'sections', sections, 'downloads', downloads,
			'files', ${list("jsonb_build_object('format', format)", "format", "account_report_files WHERE report_id = account_reports.id")})`,
		key: "id::text",
		from: "account_reports WHERE account_id = $1 AND client_id = $2 AND status <> 'generating' AND $3::text[] IS NOT NULL",
		batch: 100,
	},
	frameworks: {
		row: `jsonb_build_object('framework', framework,
			'chosenAt', (SELECT ${iso("chosen_at")} FROM framework_choices AS choice WHERE (choice.client_id, choice.framework) = ($2, known.framework)),
			'givenUpAt', (SELECT ${iso("given_up_at")} FROM framework_choices AS choice WHERE (choice.client_id, choice.framework) = ($2, known.framework)),
			'decisions', ${list(
				`jsonb_build_object('requirementId', requirement_id, 'state', state, 'justification', justification, 'saidAt', ${iso("said_at")},
				'saidBy', said_by_name, 'reviewedAt', ${iso("reviewed_at")})`,
				"requirement_id",
				"requirement_decisions AS decided WHERE (decided.client_id, decided.framework) = ($2, known.framework)",
			)})`,
		key: "framework",
		from: `(SELECT framework FROM framework_choices WHERE workspace_id = $1 AND client_id = $2
			UNION SELECT framework FROM requirement_decisions WHERE workspace_id = $1 AND client_id = $2) AS known WHERE $3::text[] IS NOT NULL`,
		batch: 10,
	},
	controls: {
		row: `jsonb_build_object('id', id, 'code', code, 'title', title, 'objective', objective, 'kind', kind, 'state', state, 'reason', reason,
			'catalogCode', catalog_code, 'said', said, 'createdAt', ${iso("created_at")},
			'requirements', ${list(
				"jsonb_build_object('framework', framework, 'requirementId', requirement_id, 'source', source)",
				"framework, requirement_id",
				"control_requirements AS link WHERE (link.workspace_id, link.control_id) = ($1, controls.id)",
			)},
			'tests', ${list(
				`jsonb_build_object('id', test.id, 'title', test.title, 'spec', spec, 'everyDays', every_days, 'active', active,
				'createdAt', ${iso("test.created_at")}, 'changedAt', ${iso("test.changed_at")})`,
				"test.id",
				"control_tests AS test WHERE (test.workspace_id, test.control_id) = ($1, controls.id)",
			)})`,
		key: "id::text",
		from: "controls WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
		batch: 100,
	},
	tasks: {
		row: `jsonb_build_object('id', id, 'title', title, 'note', note, 'causeType', cause_type, 'causeId', cause_id, 'due', due::text,
			'state', state, 'outcome', outcome, 'said', said, 'createdAt', ${iso("created_at")}, 'reopenedAt', ${iso("reopened_at")},
			'endedAt', ${iso("ended_at")}, 'controls', ${list(
				"to_jsonb(control_id)",
				"control_id",
				"task_controls AS link WHERE (link.workspace_id, link.task_id) = ($1, tasks.id)",
			)})`,
		key: "id::text",
		from: "tasks WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
		batch: 500,
	},
	assessments: {
		row: `jsonb_build_object('id', id, 'title', title, 'subject', subject, 'template', template, 'state', state,
			'stateReason', state_reason, 'stateSaidAt', ${iso("state_said_at")}, 'startedAt', ${iso("started_at")},
			'startedBy', started_by_name, 'changedAt', ${iso("changed_at")}, 'revision', revision, 'answered', answered, 'asked', asked,
			'missing', missing, 'differing', differing, 'gaps', gaps, 'signOffs', ${list(
				`jsonb_build_object('id', signed.id, 'revision', signed.revision, 'covers', covers, 'sha256', encode(sha256, 'hex'),
				'signers', signers, 'place', place, 'observed', observed, 'saidAt', ${iso("said_at")}, 'receivedAt', ${iso("received_at")},
				'signedBy', signed_by_name, 'voidedAt', ${iso("voided_at")})`,
				"received_at, signed.id",
				"sign_offs AS signed WHERE (signed.workspace_id, signed.assessment_id) = ($1, assessments.id)",
			)})`,
		key: "id::text",
		from: "assessments WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
		batch: 20,
	},
	"assessment-answers": {
		row: `jsonb_build_object('id', id, 'assessmentId', assessment_id, 'questionId', question_id, 'answer', answer, 'after', after,
			'saidAt', ${iso("said_at")}, 'receivedAt', ${iso("received_at")},
			'saidBy', said_by_name || CASE WHEN respondent_id IS NULL THEN '' ELSE ' (through a link)' END)`,
		key: "lpad(no::text, 19, '0')",
		from: "assessment_words WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
		batch: 1_000,
	},
	runs: {
		row: `jsonb_build_object('id', id, 'controlId', control_id, 'testId', test_id, 'host', host, 'at', ${iso("at")},
			'windowFrom', ${iso("window_from")}, 'windowTo', ${iso("window_to")}, 'result', result, 'reason', reason,
			'expiresOn', expires_on::text, 'scanId', scan_id, 'by', by_name, 'evidenceId', evidence_id, 'answers', answers)`,
		key: "id::text",
		from: "test_runs WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
		batch: 2_000,
	},
	words: {
		row: `jsonb_build_object('subjectType', subject_type, 'subjectId', subject_id, 'field', field, 'value', CASE field WHEN 'owner' THEN 'null' ELSE value END, 'shown', shown,
			'saidAt', ${iso("said_at")}, 'receivedAt', ${iso("received_at")}, 'saidBy', said_by_name, 'counted', counted)`,
		key: "lpad(no::text, 19, '0')",
		from: "said_words WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
		batch: 1_000,
	},
	evidence: {
		row: EVIDENCE_ROW,
		key: "id::text",
		from: "evidence WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
		batch: 50,
	},
	...QUESTIONNAIRE_READINGS,
};

/**
 * What is known of a client, in batches, so that a slow download holds neither much memory nor a connection. Undefined if the
 * workspace has no such client.
 */
export async function readClientFileRows(
	walled: Pool,
	scope: Scope,
	clientId: ClientId,
	{ now, objects }: { now: Date; objects: Objects },
): Promise<ClientFileSource | undefined> {
	// From here on the second wall shows this client alone.
	const seen = within(walled, { ...scope, clientId });
	const { workspaceId } = scope;
	const [client, workspace] = [
		await readClient(seen, scope, clientId),
		await readRow(seen, { name: text }, "SELECT name FROM workspaces WHERE id = $1", [workspaceId]),
	];
	if (!client || !workspace) return undefined;
	// The client that is the workspace itself has every host that no other one has.
	const known = await readRow(
		seen,
		{ hosts: texts, isOwn: flag },
		`SELECT coalesce(array_agg(host ORDER BY host), '{}') AS hosts, $1::uuid = $2::uuid AS "isOwn" FROM (
		   SELECT host FROM assets WHERE account_id = $1
		   UNION SELECT host FROM scans WHERE owner = $1::text AND host > ''
		   UNION SELECT asset FROM finding_counts WHERE account_id = $1) AS known
		 WHERE coalesce((SELECT client_id FROM assets WHERE account_id = $1 AND assets.host = known.host), $1) = $2`,
		[workspaceId, clientId],
	);
	const hosts = known?.hosts ?? [];
	const { name, code, color, country, sector, contact, archivedAt } = client;
	return {
		workspaceName: workspace.name,
		client: { name, code, color, country, sector, contact, archivedAt } satisfies ClientInFile,
		async *rows<S extends ClientFileSection>(section: S): AsyncGenerator<ClientFileRow<S>[]> {
			const { row, key, from, batch } = READINGS[section];
			let last = "";
			for (;;) {
				const rows = await readRows(
					seen,
					{ key: text, row: json<ClientFileRow<S>>() },
					`SELECT ${key} AS key, ${row} AS row FROM ${from} AND ${key} COLLATE "C" > $4 ORDER BY ${key} COLLATE "C" LIMIT ${batch}`,
					[workspaceId, clientId, hosts, last],
				);
				const end = rows.at(-1);
				if (!end) return;
				yield rows.map(({ row }) => row);
				last = end.key;
			}
		},
		async raw(scanId, name) {
			const found = await readRow(
				seen,
				{ content: bytes },
				`SELECT content FROM scan_raw JOIN scans ON scans.id = scan_id
				 WHERE owner = $1::text AND scan_id = $2 AND name = $3 AND host = ANY ($4)`,
				[workspaceId, scanId, name, hosts],
			);
			return found?.content;
		},
		async reportFile(reportId, format) {
			const found = await readRow(
				seen,
				{ content: bytes },
				`SELECT content FROM account_report_files JOIN account_reports ON id = report_id
				 WHERE account_id = $1 AND client_id = $4 AND report_id = $2 AND format = $3`,
				[workspaceId, reportId, format, clientId],
			);
			return found?.content;
		},
		async questionnaireFile(id) {
			const found = await readRow(
				seen,
				{ content: bytes },
				"SELECT content FROM questionnaire_files WHERE workspace_id = $1 AND questionnaire_id = $2",
				[workspaceId, id],
			);
			return found?.content;
		},
		async evidenceFile(id, sha256) {
			const ofClient = { ...scope, clientId };
			const file = await readFile(seen, ofClient, { id, sha256: Buffer.from(sha256, "hex"), at: now, objects });
			if (!file) return undefined;
			const pieces: Buffer[] = [];
			for await (const piece of file.pieces) pieces.push(piece);
			return Buffer.concat(pieces);
		},
	};
}
