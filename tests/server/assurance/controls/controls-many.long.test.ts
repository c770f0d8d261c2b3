import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { controlId } from "#contract/controls/controls.ts";
import { ownClient, scanId, workspaceId } from "#contract/ids.ts";
import { taskId } from "#contract/tasks/tasks.ts";
import { TIME_TO_FIX } from "#contract/workspaces/time-to-fix.ts";
import { createControlStore } from "#server/assurance/controls/store/control-store.ts";
import { recordRuns } from "#server/assurance/controls/store/runs/record-runs.ts";
import { createTaskStore } from "#server/assurance/tasks/store/task-store.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { findingOf, ranWith } from "../../../support/engines/found.ts";
import { createAccount, ownScope } from "../../../support/server/accounts.ts";
import { listControls, TLS_PARTS } from "../../../support/server/controls.ts";
import { expectIndexed, plansOf } from "../../../support/server/explain.ts";
import { follows } from "../../../support/server/follows.ts";
import { asMember } from "../../../support/server/people.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const HOSTS = 100;
const CONTROLS = 60;
const server = await startTestServer();
const { pool } = server.database;
const ada = await createAccount(server);
const others = await Promise.all(Array.from({ length: 20 }, () => createAccount(server)));
const scope = ownScope(ada.accountId);
const now = () => new Date();

/** Sixty controls with a scan test each, a hundred hosts with findings of each class, and a year of runs. */
async function fill(owner: string): Promise<void> {
	await pool.query(
		`INSERT INTO controls (workspace_id, client_id, id, code, title, objective, kind, created_at)
		 SELECT $1, $1, gen_random_uuid(), 'C-' || n, 'Control', 'x', 'technical', now() FROM generate_series(1, ${CONTROLS}) AS n`,
		[owner],
	);
	await pool.query(
		`INSERT INTO control_tests (workspace_id, id, control_id, title, kind, spec, classes, every_days, created_at)
		 SELECT workspace_id, gen_random_uuid(), id, 'Test', 'scan',
		   jsonb_build_object('kind', 'scan', 'classes', classes, 'hosts', '[]'::jsonb, 'timeToFix', $2::jsonb), classes, 7, now()
		 FROM controls, LATERAL (SELECT CASE WHEN right(code, 1) = '1' THEN '{old-protocols,weak-ciphers}'::text[]
		   ELSE '{exposed-databases}' END AS classes) AS chosen WHERE workspace_id = $1`,
		[owner, JSON.stringify(TIME_TO_FIX)],
	);
	await pool.query(
		`INSERT INTO test_runs (workspace_id, client_id, id, control_id, test_id, host, at, window_from, window_to, result, reason,
		   expires_on, scan_id, evidence_id)
		 SELECT $1, $1, gen_random_uuid(), control_id, id, 'host' || n % ${HOSTS} || '.example.com', at, at, at,
		   CASE WHEN n % 7 = 0 THEN 'failed' ELSE 'passed' END, 'x', current_date, gen_random_uuid(), gen_random_uuid()
		 FROM control_tests, generate_series(1, $2::integer) AS n, LATERAL (SELECT now() - n * interval '3 hours' AS at) AS row
		 WHERE workspace_id = $1`,
		[owner, owner === ada.accountId ? 1_000 : 100],
	);
	await pool.query(
		`INSERT INTO newest_runs (workspace_id, client_id, control_id, test_id, host, run_id, at, result, complete_at, complete_until,
		   complete_result)
		 SELECT DISTINCT ON (test_id, host) workspace_id, client_id, control_id, test_id, host, id, at, result, at, expires_on, result
		 FROM test_runs WHERE workspace_id = $1 ORDER BY test_id, host, at DESC`,
		[owner],
	);
	await pool.query(
		`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope, scan_id,
		   first_seen_at, last_seen_at, seen_from)
		 SELECT $1, encode(sha256(n::text::bytea), 'hex'), $2, 'high', 'sslyze',
		   (ARRAY['tls-old-protocol', 'tls-weak-cipher', 'dns-no-spf', 'csp-missing'])[1 + n % 4], 'x', '', host, host, host, gen_random_uuid(),
		   now(), now(), now()
		 FROM generate_series(1, $3::integer) AS n, LATERAL (SELECT 'host' || n % ${HOSTS} || '.example.com' AS host) AS row`,
		[owner, JSON.stringify(findingOf()), owner === ada.accountId ? 5_000 : 1_000],
	);
	await pool.query(
		`INSERT INTO tasks (workspace_id, client_id, id, title, cause_type, due, created_at)
		 SELECT $1, $1, gen_random_uuid(), 'Task', 'person', current_date + n % 300, now() FROM generate_series(1, 1000) AS n`,
		[owner],
	);
	// A scan of each host a day, for months; a person adds something now and then.
	await pool.query(
		`INSERT INTO evidence (id, workspace_id, client_id, title, note, taken_at, received_at, taken_by, taken_by_name, device, kind, method,
		   expires_on, state)
		 SELECT gen_random_uuid(), $1, $1, 'x', '', now(), now(), $1, '', '', 'scan', CASE WHEN n % 100 = 0 THEN 'by-hand' ELSE 'automatic' END,
		   current_date + 14 - n / 100, 'accepted' FROM generate_series(1, $2::integer) AS n`,
		[owner, owner === ada.accountId ? 5_000 : 300],
	);
	await pool.query(
		`INSERT INTO evidence_links (workspace_id, evidence_id, subject_type, subject_id, linked_at)
		 SELECT $1, evidence.id, 'control', controls.id::text, now() FROM evidence JOIN controls USING (workspace_id)
		 WHERE workspace_id = $1 AND right(code, 1) = '1'`,
		[owner],
	);
	await pool.query(
		"INSERT INTO framework_choices (workspace_id, client_id, framework, chosen_at) VALUES ($1, $1, 'soc-2', now())",
		[owner],
	);
}
for (const { accountId } of [ada, ...others]) await fill(accountId);
await server.database.owner.query("VACUUM ANALYZE");

const TABLES = ["findings", "finding_counts", "test_runs", "newest_runs", "tasks", "evidence", "evidence_links"];
const asked = (ask: (spied: Pool) => Promise<unknown>) => plansOf(pool, TABLES, ask);
const [one] = await listControls(asMember(server, ada, ada.accountId));
const id = controlId.parse(one?.id);

test.each<[string, (spied: Pool) => Promise<unknown>]>([
	["the list of controls", (spied) => createControlStore(spied, now, follows).list(scope, {})],
	["those of a host", (spied) => createControlStore(spied, now, follows).list(scope, { host: "host1.example.com" })],
	[
		"those of a finding",
		(spied) => createControlStore(spied, now, follows).list(scope, { finding: "a".repeat(64) as never }),
	],
	["a control", (spied) => createControlStore(spied, now, follows).detail(scope, id)],
	["its runs", (spied) => createControlStore(spied, now, follows).runs(scope, id, {})],
	["the overview", (spied) => createControlStore(spied, now, follows).overview(scope)],
	["the list of tasks", (spied) => createTaskStore(spied, now).page(scope, {})],
	["a task", (spied) => createTaskStore(spied, now).find(scope, taskId.parse(randomUUID()))],
])("%s is answered from indexes, however many findings and runs there are", async (_, ask) => {
	expectIndexed(await asked(ask));
});

test("a scan is recorded from indexes, with as many statements for sixty tests as for one", async () => {
	const look = { from: new Date(), at: new Date() };
	const finding = findingOf({ engine: "sslyze", rule: "tls-old-protocol", host: "host1.example.com" });
	let statements = 0;
	const nodes = await asked(async (spied) => {
		const counted: Pool = { ...spied, query: spied.query };
		await inTransaction(counted, (client) =>
			recordRuns(
				{
					query(statement, values) {
						statements += 1;
						return client.query(statement, values);
					},
				},
				{
					workspaceId: workspaceId.parse(ada.accountId),
					clientId: ownClient(workspaceId.parse(ada.accountId)),
					scanId: scanId.parse(randomUUID()),
					kind: "sslyze",
					host: "host1.example.com",
					by: ada.accountId,
					report: {
						...ranWith([finding], "full", [], TLS_PARTS),
						target: "host1.example.com:443",
						startedAt: look.from.toISOString(),
						finishedAt: look.at.toISOString(),
						grade: "A",
						counts: { high: 1, medium: 0, low: 0, none: 0 },
					} as never,
					look,
					now: look.at,
					seen: new Map([[finding.fingerprint, "open"]]),
					fresh: new Set(),
				},
				follows.recorded,
			),
		);
	});
	expectIndexed(nodes);
	expect(statements).toBeLessThanOrEqual(12);
	const { rows } = await pool.query("SELECT count(*)::int AS n FROM test_runs WHERE workspace_id = $1 AND at = $2", [
		ada.accountId,
		look.at,
	]);
	expect(rows[0].n).toBeGreaterThan(5);
});

test("the controls that findings of a host, or one finding, speak against are found", async () => {
	const ofHost = await createControlStore(pool, now, follows).list(scope, { host: "HOST1.example.com" });
	expect(ofHost.controls.map(({ code }) => code)).toEqual(["C-1", "C-11", "C-21", "C-31", "C-41", "C-51"]);
	expect((await createControlStore(pool, now, follows).list(scope, { host: "host2.example.com" })).controls).toEqual(
		[],
	);
	const { rows } = await pool.query(
		"SELECT fingerprint FROM findings WHERE account_id = $1 AND rule = 'tls-weak-cipher' LIMIT 1",
		[ada.accountId],
	);
	const finding = rows[0].fingerprint;
	expect((await createControlStore(pool, now, follows).list(scope, { finding })).controls).toHaveLength(6);
	expect(ofHost.controls[0]).toMatchObject({ standing: "evidence-against", findings: 2_500 });
	await pool.query(
		"UPDATE findings SET word = 'false-positive', said_at = now() WHERE account_id = $1 AND fingerprint = $2",
		[ada.accountId, finding],
	);
	expect((await createControlStore(pool, now, follows).list(scope, { finding })).controls).toEqual([]);
});
