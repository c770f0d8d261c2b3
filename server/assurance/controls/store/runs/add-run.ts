import type { WordAccepted } from "#contract/controls/controls.ts";
import type { RunRequest } from "#contract/controls/tests.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import { nameOfAccount } from "#server/identity/accounts/store/name-of-account.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { int, readRow } from "#server/platform/db/rows.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { saidBy } from "#server/platform/words/said-words.ts";
import { lastDayOf } from "../../days.ts";
import { judgeAnswers } from "../../judge-answers.ts";
import type { RunsRecorded } from "../../runs-recorded.ts";
import { announceStandingsIfWanted } from "../announce-standings.ts";
import { ofScope } from "../of-scope.ts";
import { retiredAt } from "../retired.ts";
import { documentText } from "./held-document.ts";
import { recordRunEvidence } from "./run-evidence.ts";
import { FOUND } from "./run-rows.ts";
import { storeRuns } from "./store-runs.ts";

const RUNS_PER_HOUR = 2_000;
const REFUSALS = [
	"not_found",
	"already_exists",
	"limit_reached",
	"closed",
	"not_by_people",
	"other_kind",
	"changed_meanwhile",
	"no_note",
	"no_document",
] as const;

export const createAddRun =
	(walled: Pool, now: () => Date, recorded: Moment<RunsRecorded>) =>
	(
		scope: Scope,
		{ key, request }: { key: string | null; request: RunRequest },
	): Promise<
		Answered<
			WordAccepted,
			| "not_found"
			| "already_exists"
			| "limit_reached"
			| "closed"
			| "not_by_people"
			| "other_kind"
			| "changed_meanwhile"
			| "no_note"
			| "no_document"
		>
	> => {
		const counter = { what: "test-runs", whom: scope.accountId, points: RUNS_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { run: request }), key, counter };
		return orRefused(REFUSALS, () =>
			oncePerKey<WordAccepted>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				const received = now();
				const at = saidBy(request.saidAt, received);
				const test = await findTest(client, scope, request, at);
				if (!test) throw new Refused("not_found");
				if (test.closed) throw new Refused("closed");
				const ofClient = { workspaceId: scope.workspaceId, clientId: test.client_id };
				const named = "holds" in request.outcome ? request.outcome.document : undefined;
				const document = named && (await documentText(client, ofClient, named));
				if (named && document === undefined) throw new Refused("no_document");
				const judged = judgeAnswers(test.spec, request, document);
				if (!judged.ok) throw new Refused(judged.because);
				await refuseTwice(client, scope, request);
				const windowFrom = test.before_at ?? at;
				const expiresOn = lastDayOf(dayOf(at), test.every_days);
				const run = { at, windowFrom, expiresOn, result: judged.result, reason: judged.reason };
				const evidenceId = await recordRunEvidence(client, scope, { request, test, run, received });
				await storeRuns(client, ofClient, [
					{
						id: request.id,
						control_id: test.control_id,
						test_id: test.test_id,
						host: "",
						at,
						window_from: windowFrom,
						window_to: at,
						result: judged.result,
						reason: judged.reason,
						expires_on: expiresOn,
						by_account: scope.accountId,
						by_name: await nameOfAccount(client, scope),
						evidence_id: evidenceId,
						...("answers" in request.outcome && { answers: request.outcome.answers }),
					},
				]);
				const isNewest = test.newest_at === null || test.newest_at <= at;
				const { result } = judged;
				if (isNewest && result !== "incomplete") await recorded(client, { by: "person", scope, test, at, result });
				await announceStandingsIfWanted(client, ofClient, received);
				return { receipt: { key, acceptedAt: received.toISOString(), taken: isNewest ? 1 : 0 } };
			}),
		);
	};

const findTest = (client: Executor, { workspaceId, clientId }: Scope, { testId }: RunRequest, at: Date) =>
	readRow(
		client,
		FOUND,
		`SELECT test.id AS test_id, test.title, test.spec, test.every_days, controls.id AS control_id, controls.code,
		   controls.title AS control, controls.client_id, controls.owner,
		   (SELECT at FROM newest_runs AS newest WHERE (newest.workspace_id, newest.test_id, newest.host) = ($1, test.id, '')) AS newest_at,
		   (SELECT max(at) FROM test_runs AS run WHERE (run.workspace_id, run.test_id) = ($1, test.id) AND run.at < $4) AS before_at,
		   coalesce(${retiredAt} <= $4, false) OR NOT test.active AND coalesce(test.changed_at, test.created_at) <= $4 AS closed
		 FROM control_tests AS test JOIN controls ON controls.workspace_id = test.workspace_id AND controls.id = test.control_id
		 WHERE test.workspace_id = $1 AND test.id = $2 AND ${ofScope("$3", "controls.client_id")}`,
		[workspaceId, testId, clientId, at],
	);

async function refuseTwice(client: Executor, { workspaceId }: Scope, { id }: RunRequest): Promise<void> {
	const there = await readRow(
		client,
		{ n: int },
		"SELECT count(*) AS n FROM test_runs WHERE workspace_id = $1 AND id = $2",
		[workspaceId, id],
	);
	if (there && there.n > 0) throw new Refused("already_exists");
}
