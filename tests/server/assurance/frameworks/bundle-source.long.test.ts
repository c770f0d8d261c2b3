import { expect, test } from "vitest";
import { accountId, clientId, workspaceId } from "#contract/ids.ts";
import { readBundleSource } from "#server/assurance/frameworks/store/bundle-source.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { afterFile } from "../../../support/after-file.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { createTestPool } from "../../../support/server/database.ts";
import { expectIndexed, plansOf, rowsRead } from "../../../support/server/explain.ts";
import { choose } from "../../../support/server/frameworks.ts";
import { createOwner } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();
const MARCH = { framework: "iso-27001", from: "2026-03-01", to: "2026-03-31" } as const;
const READ = { now: new Date("2026-06-01T00:00:00Z"), objects: undefined } as never;

/** A workspace that follows the framework. */
async function createScope(): Promise<ClientScope> {
	const owner = await createOwner(server);
	await choose(owner, "iso-27001");
	const id = owner.workspaceId;
	return {
		workspaceId: workspaceId.parse(id),
		clientId: clientId.parse(id),
		accountId: accountId.parse(owner.accountId),
		role: "owner",
	};
}

/** Runs of a test at these times, each with a piece of evidence. */
async function addRuns({ workspaceId: id }: ClientScope, times: string): Promise<void> {
	await pool.query(
		`WITH added AS (
		   INSERT INTO test_runs (workspace_id, client_id, id, control_id, test_id, host, at, window_from, window_to, result, reason,
		     expires_on, scan_id, evidence_id)
		   SELECT $1, $1, gen_random_uuid(), control_id, test.id, 'a.example', at, at, at, 'passed', '', '2030-01-01', gen_random_uuid(),
		     gen_random_uuid()
		   FROM (SELECT id, control_id FROM control_tests WHERE workspace_id = $1 AND kind = 'scan' ORDER BY id LIMIT 1) AS test, (${times}) AS time
		   RETURNING evidence_id, control_id, at),
		 shown AS (
		   INSERT INTO evidence (id, workspace_id, client_id, title, note, taken_at, received_at, taken_by, taken_by_name, device, kind, method,
		     state)
		   SELECT evidence_id, $1, $1, 'x', '', at, at, $1, '', '', 'scan', 'automatic', 'accepted' FROM added)
		 INSERT INTO evidence_links (workspace_id, evidence_id, subject_type, subject_id, linked_at)
		 SELECT $1, evidence_id, subject.type, subject.id, at FROM added,
		   LATERAL (VALUES ('control', control_id::text), ('asset', 'a.example')) AS subject (type, id)`,
		[id],
	);
}

async function readAll(seen: Pool, scope: ClientScope) {
	const source = await readBundleSource(seen, scope, MARCH, READ);
	const runs: { id: string; at: string }[] = [];
	const evidence: string[] = [];
	for await (const batch of source.runs()) runs.push(...batch);
	for await (const batch of source.evidence()) evidence.push(...batch.map(({ id }) => id));
	return { runs, evidence };
}

test("every run of the window is read once and in order, however many have the same time, by indexes and in batches", async () => {
	const scope = await createScope();
	// 1,500 in one millisecond, the rest days apart, and others just outside.
	await addRuns(
		scope,
		`SELECT '2026-03-10T10:00:00Z'::timestamptz + n % 3 * interval '1 microsecond' AS at FROM generate_series(1, 1500) AS n
		 UNION ALL SELECT '2026-03-01'::timestamptz + n * interval '40 minutes' FROM generate_series(0, 1000) AS n
		 UNION ALL SELECT unnest('{2026-02-28T23:59:59.999999Z,2026-04-01T00:00:00Z}'::timestamptz[])`,
	);
	for (let n = 0; n < 5; n += 1) {
		await addRuns(await createScope(), "SELECT '2026-03-10'::timestamptz AS at FROM generate_series(1, 2000)");
	}
	await server.database.owner.query("ANALYZE");
	const read = await readAll(pool, scope);
	expect(read.runs).toHaveLength(2_501);
	expect(new Set(read.runs.map(({ id }) => id)).size).toBe(2_501);
	expect(read.runs.map(({ at }) => at)).toEqual(read.runs.map(({ at }) => at).toSorted());
	expect(new Set(read.evidence).size).toBe(2_501);
	let statements = 0;
	const nodes = await plansOf(
		pool,
		["test_runs", "evidence", "evidence_links"],
		async (spied) => {
			const counted: Pool = {
				...spied,
				async connect() {
					statements += 1;
					return spied.connect();
				},
			};
			await readAll(counted, scope);
		},
		{ run: true },
	);
	expectIndexed(nodes);
	expect(new Set(nodes.map((node) => node["Index Name"]))).toContain("test_runs_of_client");
	// Starting each batch from the first run again would read a hundred times as many rows as there are.
	expect(rowsRead(nodes)).toBeLessThan(20 * 2_501);
	// Three to start with, three batches of runs and 52 of evidence, the last of each empty.
	expect(statements).toBe(58);
});

test("a window has the days of UTC, wherever the database lives", async () => {
	const scope = await createScope();
	await addRuns(
		scope,
		"SELECT unnest('{2026-02-28T23:30:00Z,2026-03-01T00:30:00Z,2026-03-31T23:30:00Z,2026-04-01T00:30:00Z}'::timestamptz[]) AS at",
	);
	const own = createTestPool(server.database.url);
	afterFile(() => own.end());
	for (const zone of ["Pacific/Auckland", "America/Los_Angeles"]) {
		const there: Pool = {
			begin: own.begin,
			query: (statement, values) => (own as Pool).query(statement, values),
			end: () => own.end(),
			async connect() {
				const connection = await own.connect();
				await connection.query(`SET TimeZone = '${zone}'`);
				return connection;
			},
		};
		const { runs, evidence } = await readAll(there, scope);
		expect(runs.map(({ at }) => at)).toEqual(["2026-03-01T00:30:00.000Z", "2026-03-31T23:30:00.000Z"]);
		expect(evidence).toHaveLength(2);
	}
});
