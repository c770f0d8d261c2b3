import type { ControlDetail, ControlId } from "#contract/controls/controls.ts";
import {
	TEST_KINDS,
	TESTS_LIMIT,
	type TestChange,
	type TestId,
	type TestRequest,
	type TestSpec,
} from "#contract/controls/tests.ts";
import type { ClientId } from "#contract/ids.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, int, oneOf, readRow } from "#server/platform/db/rows.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { TestsAdded } from "../tests-added.ts";
import { readControl } from "./control-detail.ts";
import { ofScope } from "./of-scope.ts";
import { storedSpec } from "./stored-spec.ts";

const TESTS_PER_HOUR = 2_000;
const REFUSALS = ["not_found", "already_exists", "limit_reached"] as const;

/** What a finished scan is matched against. */
const matchedBy = (spec: TestSpec) =>
	spec.kind === "scan"
		? { classes: [...new Set(spec.classes)], hosts: [...new Set(spec.hosts.map((host) => host.toLowerCase()))] }
		: { classes: [], hosts: [] };

export const createAddTest =
	(walled: Pool, now: () => Date, testsAdded: Moment<TestsAdded>) =>
	(
		scope: Scope,
		controlId: ControlId,
		{ key, request }: { key: string | null; request: TestRequest },
	): Promise<Answered<ControlDetail, "not_found" | "already_exists" | "limit_reached">> => {
		const counter = { what: "control-tests", whom: scope.accountId, points: TESTS_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { controlId, test: request }), key, counter };
		return orRefused(REFUSALS, () =>
			oncePerKey<ControlDetail>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "arrange");
				const { workspaceId, clientId } = scope;
				const found = await readRow(
					client,
					{ tests: int, client_id: id<ClientId>() },
					`SELECT (SELECT count(*) FROM control_tests AS test WHERE test.workspace_id = $1 AND test.control_id = $2) AS tests, client_id
					 FROM controls WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")}`,
					[workspaceId, controlId, clientId],
				);
				if (!found) throw new Refused("not_found");
				if (found.tests >= TESTS_LIMIT) throw new Refused("limit_reached");
				const at = now();
				const { title, spec, everyDays } = request;
				const { classes, hosts } = matchedBy(spec);
				const { rowCount } = await client.query(
					`INSERT INTO control_tests (workspace_id, id, control_id, title, kind, spec, classes, hosts, every_days, created_at)
					 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
					[
						workspaceId,
						request.id,
						controlId,
						title,
						spec.kind,
						JSON.stringify(storedSpec(spec)),
						classes,
						hosts,
						everyDays,
						at,
					],
				);
				if (rowCount !== 1) throw new Refused("already_exists");
				if (spec.kind === "scan") await testsAdded(client, { workspaceId, clientId: found.client_id });
				const control = await readControl(client, scope, controlId, at);
				if (!control) throw new Error("A control that got a test is not there");
				return control;
			}),
		);
	};

/** Changes a test. Its kind stays the same: runs of one kind say nothing about another. */
export const changeTest = (
	pool: Pool,
	scope: Scope,
	{ controlId, testId }: { controlId: ControlId; testId: TestId },
	{
		change: { title, spec, everyDays, active },
		now,
		testsAdded,
	}: { change: TestChange; now: Date; testsAdded: Moment<TestsAdded> },
): Promise<ControlDetail | "not_found" | "other_kind"> =>
	inTransaction(pool, async (client) => {
		await holdWorkspaceFor(client, scope, "arrange");
		const { workspaceId, clientId } = scope;
		const found = await readRow(
			client,
			{ kind: oneOf(TEST_KINDS), client_id: id<ClientId>() },
			`SELECT test.kind, controls.client_id FROM control_tests AS test JOIN controls ON controls.workspace_id = $1 AND controls.id = test.control_id
			 WHERE test.workspace_id = $1 AND test.id = $2 AND test.control_id = $3 AND ${ofScope("$4")}`,
			[workspaceId, testId, controlId, clientId],
		);
		if (!found) return "not_found";
		if (spec && spec.kind !== found.kind) return "other_kind";
		const matched = spec && matchedBy(spec);
		await client.query(
			`UPDATE control_tests SET title = coalesce($3, title), spec = coalesce($4, spec), classes = coalesce($5, classes),
			   hosts = coalesce($6, hosts), every_days = coalesce($7, every_days), active = coalesce($8, active),
			   changed_at = CASE WHEN (spec, every_days, active) IS DISTINCT FROM
			     (coalesce($4, spec), coalesce($7, every_days), coalesce($8, active)) THEN $9 ELSE changed_at END
			 WHERE workspace_id = $1 AND id = $2`,
			[
				workspaceId,
				testId,
				title ?? null,
				spec ? JSON.stringify(storedSpec(spec)) : null,
				matched?.classes ?? null,
				matched?.hosts ?? null,
				everyDays ?? null,
				active ?? null,
				now,
			],
		);
		const runsNow = spec !== undefined || active === true;
		if (runsNow && found.kind === "scan") await testsAdded(client, { workspaceId, clientId: found.client_id });
		return (await readControl(client, scope, controlId, now)) ?? "not_found";
	});
