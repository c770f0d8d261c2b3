import type { RunRequest, RunResult } from "#contract/controls/tests.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { can } from "#contract/workspaces/roles.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { uuidV7 } from "#server/platform/ids/uuid-v7.ts";
import { Refused } from "#server/platform/refusals/refused.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { noteCustody } from "../../../evidence/store/custody.ts";
import { insertLinks, insertRecord } from "../../../evidence/store/insert-record.ts";
import { hasOtherReviewer } from "../../../evidence/store/reviewers.ts";
import { storedRecord } from "../../../evidence/store/stored-record.ts";
import type { TestOfRun } from "./run-rows.ts";

type Given = {
	request: RunRequest;
	test: TestOfRun;
	run: { at: Date; windowFrom: Date; expiresOn: string; result: RunResult; reason: string };
	received: Date;
};

/** The evidence of a person's run. Returns its id. */
export async function recordRunEvidence(
	client: Executor,
	scope: Scope,
	{ request, test, run, received }: Given,
): Promise<string> {
	const { workspaceId, accountId } = scope;
	const id = uuidV7(received);
	const state = await stateOf(client, scope, run.result);
	const record = storedRecord({
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
	const piece = {
		id,
		workspaceId,
		clientId: test.client_id,
		title: test.title,
		note: request.note,
		takenAt: run.at,
		receivedAt: received,
		takenBy: accountId,
		kind: "test-run",
		method: "by-hand",
		effectiveFrom: dayOf(run.windowFrom),
		effectiveTo: dayOf(run.at),
		expiresOn: run.expiresOn,
		state,
		record,
	} as const;
	if (!(await insertRecord(client, piece, { isLimited: true }))) throw new Refused("limit_reached");
	await insertLinks(client, piece, [{ type: "control", id: test.control_id }], received);
	await noteCustody(client, scope, evidenceId.parse(id), received, "received");
	if (state !== "draft") await noteCustody(client, scope, evidenceId.parse(id), received, state);
	return id;
}

/** Accepted if its author is the only one who may review it, otherwise submitted for a review; a draft as long as something is missing. */
async function stateOf(client: Executor, scope: Scope, result: RunResult): Promise<"draft" | "accepted" | "submitted"> {
	if (result === "incomplete") return "draft";
	const isOnlyReviewer = can(scope.role, "arrange") && !(await hasOtherReviewer(client, scope, scope.accountId));
	return isOnlyReviewer ? "accepted" : "submitted";
}
