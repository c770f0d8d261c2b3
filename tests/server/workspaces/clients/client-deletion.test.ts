import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { IDEMPOTENCY_KEY } from "#contract/headers.ts";
import { createFinder, type Finder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";
import { bodyOf, type Consultancy, createConsultancy } from "./consultancy.ts";

const server = await startTestServer();
const { pool, owner: tables } = server.database;

/** What outlives a client on purpose, and why. */
const STAYS = {
	audit_trail: "the operator's record of what was scanned, which nobody can change",
	audit_addresses: "network addresses of that record, for 7 days",
	audit_entries: "the workspace's record of who did what, which nobody can change",
	scan_requests: "hashes of keys, so that a scan that is sent again is not run again",
	accounts: "who was a guest still has an account",
	workspaces: "its name",
	sessions: "of members",
};

/** Tables that name a workspace or an account, but hold nothing of one client. */
const NOTHING_OF_A_CLIENT = [
	"account_codes",
	"account_consents",
	"account_not_me_links",
	"digest_links",
	"finding_days",
	"known_devices",
	"leads",
	"notification_choices",
	"push_subscriptions",
	"registrations",
];

/** Every row of every table, as text. */
async function allRows(): Promise<Map<string, string[]>> {
	const { rows } = await tables.query<{ name: string }>(
		"SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
	);
	const all = new Map<string, string[]>();
	for (const { name } of rows) {
		const found = await tables.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM "${name}" AS t`);
		all.set(name, found.rows.map(({ row }) => row).toSorted());
	}
	return all;
}
const rowsWith = (rows: readonly string[], marks: readonly string[]) =>
	rows.filter((row) => marks.some((mark) => row.includes(mark)));

/** Gives a client some of everything, and returns what its rows are known by. */
async function fill(ada: Consultancy, finder: Finder, name: string): Promise<{ id: string; marks: string[] }> {
	const { id } = await bodyOf(
		await ada.call("createClient", { body: { name }, headers: { [IDEMPOTENCY_KEY]: randomUUID() } }),
		201,
	);
	const host = `${name.toLowerCase()}.example.com`;
	await ada.giveHost(host, id);
	const seen = [findingOf({ host, severity: "high" }), findingOf({ host, rule: "other", severity: "low" })];
	const endsAt = new Date(Date.now() + 20 * 86_400_000).toISOString();
	const target = `${host}:443`;
	const facts = [{ what: "certificate", host, port: 443, detail: "", endsAt } as const];
	const first = await finder.scan(seen, { target });
	const second = await finder.scan(seen.slice(0, 1), { target, facts });
	expect(await finder.say(findingOf({ host, severity: "high" }), { state: "false-positive", reason: "Ours." })).toBe(1);
	const fingerprint = seen[0]?.fingerprint ?? "";
	await pool.query(
		`INSERT INTO finding_retests (account_id, fingerprint, scan_id, asked_at, state, severity)
		 VALUES ($1, $2, $3, now(), 'open', 'high')`,
		[ada.workspaceId, fingerprint, second],
	);
	for (const statement of [
		"INSERT INTO scan_raw (scan_id, name, media_type, content) VALUES ($1, 'tool.xml', 'text/xml', '<out/>')",
		"INSERT INTO scan_sent (scan_id, sent) VALUES ($1, '[]')",
		"INSERT INTO report_links (token_hash, scan_id, expires_at) VALUES (sha256($1::uuid::text::bytea), $1::uuid, now() + interval '1 day')",
	]) {
		await pool.query(statement, [first]);
	}
	await bodyOf(await ada.call("claimTarget", { body: { host } }), 201);
	const schedule = await bodyOf(
		await ada.call("createSchedule", {
			headers: { [IDEMPOTENCY_KEY]: randomUUID() },
			body: {
				name: `Of ${name}`,
				request: { kind: "sslyze", body: { target } },
				timeZone: "UTC",
				recurrence: { type: "daily", time: "03:00" },
				overlap: "skip",
				digest: false,
			},
		}),
		201,
	);
	await pool.query("UPDATE schedules SET host = $2 WHERE id = $1", [schedule.id, host]);
	await pool.query("INSERT INTO schedule_scans (scan_id, schedule_id) VALUES ($1, $2)", [first, schedule.id]);

	const report = async (): Promise<string> => {
		const body = { template: "executive-summary", hosts: [host], clients: [] };
		const { receipt } = await bodyOf(await ada.call("requestReport", { body }), 202);
		const params = { reportId: receipt.reportId };
		await until(
			async () => (await (await ada.call("readReport", { params })).json()).report.status === "completed",
			"the report is made",
		);
		await bodyOf(await ada.call("shareReport", { params, body: { days: 1 } }), 201);
		return receipt.reportId;
	};
	const reports = [await report(), await report()];
	// One of a client, and one from before reports had one.
	await pool.query("UPDATE account_reports SET client_id = CASE WHEN id = $1 THEN $2::uuid END WHERE id = ANY ($3)", [
		reports[0],
		id,
		reports,
	]);

	await ada.member("guest", id);
	await pool.query(
		`INSERT INTO invitations (id, workspace_id, client_id, email, email_key, role, token_hash, invited_by, created_at, expires_at)
		 VALUES (gen_random_uuid(), $1, $2, 'g@example.org', 'g@example.org', 'guest', $3, $1, now(), now() + interval '7 days')`,
		[ada.workspaceId, id, randomBytes(32)],
	);
	await pool.query(
		`INSERT INTO finding_days_of_clients (account_id, client_id, day, high, medium, low, none)
		 VALUES ($1, $2, current_date - 3, 1, 0, 1, 0)
		 ON CONFLICT DO NOTHING`,
		[ada.workspaceId, id],
	);
	return {
		id,
		marks: [id, host, name, first, second, schedule.id, ...reports, ...seen.map((one) => one.fingerprint)],
	};
}

test("a client that is deleted leaves nothing behind, and takes nothing of the one next to it", async () => {
	const finder = await createFinder(server);
	const ada = await createConsultancy(server, finder);
	const other = await createConsultancy(server, await createFinder(server));
	const acme = await fill(ada, finder, "Acme");
	const zeta = await fill(ada, finder, "Zeta");
	const own = await finder.scan([findingOf()]);
	await other.addClient("Acme");
	await pool.query(
		`INSERT INTO finding_days (account_id, day, high, medium, low, none)
		 SELECT $1, day, 5, 0, 5, 0 FROM unnest(ARRAY[current_date - 9, current_date - 3, current_date - 1]) AS day
		 ON CONFLICT (account_id, day) DO UPDATE SET high = 5, low = 5`,
		[ada.workspaceId],
	);

	const before = await allRows();
	// The test sees each table that has something of a client. Columns as they are now, so that a new table is not forgotten.
	const { rows: naming } = await tables.query<{ name: string }>(
		`SELECT DISTINCT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
		 WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
		   AND column_name IN ('account_id', 'owner', 'workspace_id', 'client_id', 'client', 'scan_id', 'report_id', 'schedule_id', 'asset')`,
	);
	const unseen = naming
		.map(({ name }) => name)
		.filter((name) => !NOTHING_OF_A_CLIENT.includes(name) && !(name in STAYS))
		.filter((name) => rowsWith(before.get(name) ?? [], acme.marks).length === 0);
	expect(unseen, "tables in which the test has nothing of the client").toEqual([]);

	const params = { clientId: acme.id };
	expect(await refusalOf(await ada.call("deleteClient", { params, body: { name: "Acne" } }))).toMatchObject({
		status: 400,
		details: { fields: [{ field: "/name" }] },
	});
	const running = await finder.begin("acme.example.com:443");
	expect(await refusalOf(await ada.call("deleteClient", { params, body: { name: "Acme" } }))).toMatchObject({
		status: 409,
		code: "not_finished",
	});
	await running.end([]);
	expect((await ada.call("deleteClient", { params, body: { name: "Acme" } })).status).toBe(204);

	const after = await allRows();
	const left = [...after].flatMap(([name, rows]) =>
		name in STAYS ? [] : rowsWith(rows, [...acme.marks, running.scanId]).map((row) => `${name}: ${row}`),
	);
	// Another workspace has a client with the same name. And the id alone stays under the key that created it, so that the same
	// request sent again does not create it again.
	const key = `"answer": {"id": "${acme.id}"}`;
	expect(left.filter((row) => !row.includes(other.workspaceId) && !row.includes(key))).toEqual([]);
	for (const [name, rows] of after) {
		expect(rowsWith(rows, [...zeta.marks, own]), name).toEqual(rowsWith(before.get(name) ?? [], [...zeta.marks, own]));
	}
	// The workspace's trend is as if it had never been there, as far back as it was counted.
	const { rows: days } = await pool.query(
		"SELECT (current_date - day) AS ago, high, low FROM finding_days WHERE account_id = $1 AND day < current_date ORDER BY day",
		[ada.workspaceId],
	);
	expect(days).toEqual([
		{ ago: 9, high: 5, low: 5 },
		{ ago: 3, high: 4, low: 4 },
		{ ago: 1, high: 4, low: 4 },
	]);
	expect(await refusalOf(await ada.call("deleteClient", { params, body: { name: "Acme" } }))).toMatchObject({
		status: 404,
		code: "client_unknown",
	});
});
