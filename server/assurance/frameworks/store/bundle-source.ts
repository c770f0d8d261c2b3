import { ASSESSMENTS_LIMIT } from "#contract/assessments/assessments.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { iso, list } from "#server/platform/db/row-reading.ts";
import { json, orNull, readRow, readRows, text, texts, uuid } from "#server/platform/db/rows.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { retiredAt, wasThere } from "../../controls/store/retired.ts";
import { specColumn } from "../../controls/store/stored-spec.ts";
import { EVIDENCE_ROW } from "../../evidence/store/evidence-in-file.ts";
import { readFile } from "../../evidence/store/read-file.ts";
import type { Objects } from "../../uploads/store/file-reader.ts";
import type { BundleAssessment } from "../bundle/bundle-assessment.ts";
import type { BundleControl } from "../bundle/bundle-control.ts";
import type { BundleOf } from "../bundle/bundle-of.ts";
import type { BundleRun } from "../bundle/bundle-run.ts";

const RUNS_BATCH = 2_000;
const EVIDENCE_BATCH = 50;
/** Sorts before all others. */
const FIRST = "00000000-0000-0000-0000-000000000000";

const CONTROL = `jsonb_build_object('id', id, 'code', code, 'title', title, 'objective', objective, 'kind', kind, 'state', state,
	'retiredOn', to_char(${retiredAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 'reason', reason, 'owner', coalesce((SELECT btrim(first_name || ' ' || last_name) FROM accounts WHERE accounts.id = owner), ''),
	'requirements', ${list(
		"to_jsonb(requirement_id)",
		'requirement_id COLLATE "C"',
		"control_requirements AS link WHERE (link.workspace_id, link.control_id, framework) = ($1, controls.id, $3)",
	)},
	'leftOut', ${list(
		"jsonb_build_object('host', key, 'reason', value ->> 'reason', 'by', value ->> 'byName', 'at', value ->> 'saidAt')",
		"key",
		"jsonb_each(left_out) WHERE value ->> 'reason' IS NOT NULL",
	)},
	'tests', ${list(
		`jsonb_build_object('id', test.id, 'title', test.title, 'kind', test.kind, 'everyDays', every_days, 'active', active, 'spec', ${specColumn})`,
		"test.id",
		"control_tests AS test WHERE (test.workspace_id, test.control_id) = ($1, controls.id)",
	)})`;

/** Those that were not yet retired when the window begins. `$1`: workspace, `$2`: client, `$3`: framework, `$4`: first day. */
const CONTROLS = `SELECT id FROM controls WHERE workspace_id = $1 AND client_id = $2
	AND ${wasThere("$4::date::timestamp AT TIME ZONE 'UTC'")} AND EXISTS (SELECT FROM control_requirements AS link
	WHERE (link.workspace_id, link.control_id, framework) = ($1, controls.id, $3))`;

/** The window is `$3` to `$4`. */
const ASSESSMENTS = `SELECT jsonb_build_object('id', assessments.id, 'title', assessments.title, 'subject', subject, 'template', template_title,
	  'version', template_version, 'state', state, 'changedAt', ${iso("changed_at")}, 'answered', answered, 'asked', asked,
	  'missing', missing, 'gaps', gaps, 'signOff', CASE WHEN signed.id IS NOT NULL THEN jsonb_build_object('revision', signed.revision,
	    'signedAt', ${iso("signed.said_at")}, 'sha256', encode(sha256, 'hex'), 'stands', voided_at IS NULL,
	    'signers', (SELECT jsonb_agg(signer ->> 'name') FROM jsonb_array_elements(signers) AS signer)) END) AS assessment
	FROM assessments LEFT JOIN sign_offs AS signed
	  ON (signed.workspace_id, signed.assessment_id) = (assessments.workspace_id, assessments.id)
	WHERE assessments.workspace_id = $1 AND assessments.client_id = $2 AND coalesce(signed.said_at, changed_at) >= $3::date::timestamp AT TIME ZONE 'UTC'
	  AND coalesce(signed.said_at, changed_at) < ($4::date + 1)::timestamp AT TIME ZONE 'UTC'
	ORDER BY coalesce(signed.said_at, changed_at) DESC, assessments.id, signed.id LIMIT ${ASSESSMENTS_LIMIT}`;

const RUN = {
	/** Its time as the database writes it, to the microsecond. */
	place: text,
	id: uuid,
	control_id: uuid,
	test_id: uuid,
	host: text,
	at: text,
	window_from: text,
	window_to: text,
	result: text,
	reason: text,
	expires_on: text,
	by_name: text,
	scan_id: orNull(uuid),
	evidence_id: orNull(uuid),
};
/** As columns, since JSON of so many runs takes the database longer to build than the rows to read. */
const RUNS = `SELECT at::text AS place, id, control_id, test_id, host, ${iso("at")} AS at, ${iso("window_from")} AS window_from,
	  ${iso("window_to")} AS window_to, result, reason, expires_on::text AS expires_on, by_name, scan_id, evidence_id
	FROM test_runs WHERE workspace_id = $1 AND client_id = $2 AND control_id = ANY ($3)
	  AND at >= $4::date::timestamp AT TIME ZONE 'UTC' AND at < ($5::date + 1)::timestamp AT TIME ZONE 'UTC'
	  AND (at, id) > ($6::timestamptz, $7::uuid)
	ORDER BY test_runs.at, id LIMIT ${RUNS_BATCH}`;

/** What is read for a bundle, in batches, so that a slow download holds neither much memory nor a connection. */
export async function readBundleSource(
	walled: Pool,
	scope: ClientScope,
	{ framework, from, to }: BundleOf,
	{
		now,
		objects,
		signedPdf,
	}: { now: Date; objects: Objects; signedPdf: (id: string, revision: number) => Promise<Buffer | undefined> },
) {
	const { workspaceId, clientId } = scope;
	// From here on the second wall shows only this client.
	const seen = within(walled, scope);
	const names = await readRow(
		seen,
		{ workspace: text, client: text },
		`SELECT workspaces.name AS workspace, clients.name AS client FROM workspaces JOIN clients ON clients.workspace_id = workspaces.id
		 WHERE workspaces.id = $1 AND clients.id = $2`,
		[workspaceId, clientId],
	);
	const controls = await readRows(
		seen,
		{ control: json<BundleControl>() },
		`SELECT ${CONTROL} AS control FROM controls WHERE workspace_id = $1 AND client_id = $2 AND id IN (${CONTROLS})
		 ORDER BY code COLLATE "C"`,
		[workspaceId, clientId, framework, from],
	);
	const assessments = await readRows(seen, { assessment: json<BundleAssessment>() }, ASSESSMENTS, [
		workspaceId,
		clientId,
		from,
		to,
	]);
	const codeOf = new Map(controls.map(({ control }) => [control.id, control.code]));
	const titleOf = new Map(controls.flatMap(({ control }) => control.tests.map(({ id, title }) => [id, title])));
	const ids = [...codeOf.keys()];
	async function* readRuns(): AsyncGenerator<BundleRun[]> {
		const read = (place: string, id: string) =>
			readRows(seen, RUN, RUNS, [workspaceId, clientId, ids, from, to, place, id]);
		for (let next = read("-infinity", FIRST); ; ) {
			const rows = await next;
			const last = rows.at(-1);
			if (!last) return;
			// Read while this batch is written.
			next = read(last.place, last.id);
			// It is awaited after the batch was sent, and may fail before that.
			next.catch(() => {});
			yield rows.map((row) => ({
				id: row.id,
				control: codeOf.get(row.control_id) ?? "",
				test: titleOf.get(row.test_id) ?? "",
				host: row.host,
				at: row.at,
				windowFrom: row.window_from,
				windowTo: row.window_to,
				result: row.result,
				reason: row.reason,
				expiresOn: row.expires_on,
				by: row.by_name,
				scanId: row.scan_id,
				evidenceId: row.evidence_id,
			}));
		}
	}
	/** `key` of the last row is where the next batch starts: `$6` and on. */
	async function* inBatches<T extends object>(query: string, batch: number, begin: string[]): AsyncGenerator<T[]> {
		for (let last = begin; ; ) {
			const rows = await readRows(seen, { key: texts, row: json<T>() }, `${query} LIMIT ${batch}`, [
				workspaceId,
				clientId,
				framework,
				from,
				to,
				...last,
			]);
			const end = rows.at(-1);
			if (!end) return;
			yield rows.map(({ row }) => row);
			last = end.key;
		}
	}
	const isIn = `at >= $4::date::timestamp AT TIME ZONE 'UTC' AND at < ($5::date + 1)::timestamp AT TIME ZONE 'UTC'`;
	return {
		workspaceName: names?.workspace ?? "",
		clientName: names?.client ?? "",
		/** Those that serve the framework, by code. */
		controls: controls.map(({ control }) => control),
		/** Those that were changed or signed in the window, newest first. */
		assessments: assessments.map(({ assessment }) => assessment),
		/** A signed revision of one as a PDF. */
		signedPdf,
		/** In batches, oldest first. */
		runs: readRuns,
		/**
		 * In batches: accepted pieces, including superseded and withdrawn ones, that are on these controls, on requirements of the
		 * framework, or came from a run, and are about days in the window.
		 */
		evidence: (): AsyncGenerator<ClientFileRow<"evidence">[]> =>
			inBatches<ClientFileRow<"evidence">>(
				`SELECT ARRAY[id::text] AS key, ${EVIDENCE_ROW} AS row FROM evidence
				 WHERE workspace_id = $1 AND client_id = $2 AND state IN ('accepted', 'superseded', 'withdrawn') AND id > $6::uuid
				   AND coalesce(effective_to, effective_from, (taken_at AT TIME ZONE 'UTC')::date) >= $4::date
				   AND coalesce(effective_from, effective_to, (taken_at AT TIME ZONE 'UTC')::date) <= $5::date
				   AND ((SELECT true FROM evidence_links AS link WHERE (link.workspace_id, link.evidence_id) = ($1, evidence.id)
				       AND (subject_type = 'control' AND subject_id IN (SELECT id::text FROM (${CONTROLS}) AS its)
				         OR subject_type = 'requirement' AND starts_with(subject_id, $3 || ' ')) LIMIT 1)
				     OR (SELECT true FROM test_runs WHERE (test_runs.workspace_id, evidence_id) = ($1, evidence.id)
				       AND control_id IN (${CONTROLS}) AND ${isIn} LIMIT 1))
				 ORDER BY id`,
				EVIDENCE_BATCH,
				[FIRST],
			),
		/** A file of a piece. Its custody list gets a line that it was opened. Undefined if it was deleted in the meantime. */
		async file(id: EvidenceId, sha256: string): Promise<Buffer | undefined> {
			const file = await readFile(seen, scope, { id, sha256: Buffer.from(sha256, "hex"), at: now, objects });
			if (!file) return undefined;
			const pieces: Buffer[] = [];
			for await (const piece of file.pieces) pieces.push(piece);
			return Buffer.concat(pieces);
		},
	};
}

/** What a bundle is made from. */
export type BundleSource = Awaited<ReturnType<typeof readBundleSource>>;
