import { expect, test } from "vitest";
import { TENANT_TABLES } from "#server/app/tenants/tenant-tables.ts";
import { createFinder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { createConsultancy } from "./consultancy.ts";
import { fillClient } from "./fill-client.ts";

const server = await startTestServer();
const { pool, owner: tables } = server.database;

const claimed = TENANT_TABLES.flatMap(({ tables }) => Object.entries(tables));
const outlives = new Set(claimed.flatMap(([name, table]) => (table.outlives === undefined ? [] : [name])));
const ofClients = claimed.flatMap(([name, table]) =>
	table.handedOver === undefined || outlives.has(name) ? [] : [name],
);

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

test("a client that is deleted leaves nothing behind, and takes nothing of the one next to it", async () => {
	const finder = await createFinder(server);
	const ada = await createConsultancy(server, finder);
	const other = await createConsultancy(server, await createFinder(server));
	const acme = await fillClient(server, ada, finder, "Acme");
	const zeta = await fillClient(server, ada, finder, "Zeta");
	const own = await finder.scan([findingOf()]);
	await other.addClient("Acme");
	await pool.query(
		`INSERT INTO finding_days (account_id, day, high, medium, low, none)
		 SELECT $1, day, 5, 0, 5, 0 FROM unnest(ARRAY[current_date - 9, current_date - 3, current_date - 1]) AS day
		 ON CONFLICT (account_id, day) DO UPDATE SET high = 5, low = 5`,
		[ada.workspaceId],
	);

	const before = await allRows();
	const unseen = ofClients.filter((name) => rowsWith(before.get(name) ?? [], acme.marks).length === 0);
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
	// It did not get to everything, so what others saw stays.
	await running.end([], { coverage: "partial" });
	expect((await ada.call("deleteClient", { params, body: { name: "Acme" } })).status).toBe(204);

	const after = await allRows();
	const left = [...after].flatMap(([name, rows]) =>
		outlives.has(name) ? [] : rowsWith(rows, [...acme.marks, running.scanId]).map((row) => `${name}: ${row}`),
	);
	// Another workspace has a client with the same name. Only the id stays under the key that created it, so that the same request sent
	// again does not create it again.
	const key = `"answer": {"id": "${acme.id}"}`;
	expect(left.filter((row) => !row.includes(other.workspaceId) && !row.includes(key))).toEqual([]);
	for (const [name, rows] of after) {
		expect(rowsWith(rows, [...zeta.marks, own]), name).toEqual(rowsWith(before.get(name) ?? [], [...zeta.marks, own]));
	}
	// The workspace's trend looks as if the client had never been there, as far back as it was counted.
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
