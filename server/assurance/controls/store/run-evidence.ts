import type { RunRequest, RunResult } from "#contract/controls/tests.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { can } from "#contract/workspaces/roles.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { uuidV7 } from "#server/platform/ids/uuid-v7.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { Refused } from "#server/platform/words/refused.ts";
import { EVIDENCE_LIMIT } from "../../evidence/store/add-evidence.ts";
import { noteCustody } from "../../evidence/store/custody.ts";
import { storedRecord } from "../../evidence/store/stored-record.ts";
import type { TestOfRun } from "./run-rows.ts";

type Given = {
	request: RunRequest;
	test: TestOfRun;
	run: { at: Date; windowFrom: Date; expiresOn: string; result: RunResult; reason: string };
	received: Date;
};

/** The evidence of a person's run: accepted if they could accept it themselves, otherwise submitted for a review. Returns its id. */
export async function recordRunEvidence(
	client: Executor,
	scope: Scope,
	{ request, test, run, received }: Given,
): Promise<string> {
	const { workspaceId, accountId } = scope;
	const id = uuidV7(received);
	const state = can(scope.role, "arrange") ? "accepted" : "submitted";
	const { json, sha256 } = storedRecord({
		run: {
			id: request.id,
			at: run.at.toISOString(),
			result: run.result,
			reason: run.reason,
			note: request.note,
			...request.outcome,
			test: { id: test.test_id, title: test.title, spec: test.spec },
			control: { id: test.control_id, code: test.code, title: test.control },
		},
	});
	const { rowCount } = await client.query(
		`INSERT INTO evidence (id, workspace_id, client_id, title, note, taken_at, received_at, taken_by, taken_by_name, device, kind,
		   effective_from, effective_to, expires_on, state, state_said_at, record, record_sha256)
		 SELECT $1, $2, $3, $4, $5, $6, $7, $8, btrim(first_name || ' ' || last_name), '', 'test-run', $9, $10, $11, $12, $6, $13, $14
		 FROM accounts WHERE id = $8
		   AND (SELECT count(*) FROM evidence WHERE workspace_id = $2 AND method = 'by-hand') < ${EVIDENCE_LIMIT}`,
		[
			id,
			workspaceId,
			test.client_id,
			test.title,
			request.note,
			run.at,
			received,
			accountId,
			dayOf(run.windowFrom),
			dayOf(run.at),
			run.expiresOn,
			state,
			json,
			sha256,
		],
	);
	if (rowCount !== 1) throw new Refused("limit_reached");
	await client.query(
		`INSERT INTO evidence_links (workspace_id, evidence_id, subject_type, subject_id, linked_at) VALUES ($1, $2, 'control', $3, $4)`,
		[workspaceId, id, test.control_id, received],
	);
	for (const what of ["received", state] as const) {
		await noteCustody(client, scope, evidenceId.parse(id), received, what);
	}
	return id;
}
