import { expect, test } from "vitest";
import { CLIENT_FILE_READINGS, TENANT_TABLES } from "#server/app/tenants/tenant-tables.ts";
import { createTestDatabase } from "../../../support/server/database.ts";

const claims = TENANT_TABLES.flatMap(({ tables }) => Object.entries(tables));

/** Tables with nothing that belongs to an account, a workspace or a client, and their contents. */
const OF_NO_TENANT = {
	engine_last_seen: "tools",
	engine_sightings: "tools",
	job_failures: "why jobs failed",
	lead_links: "what visitors left",
	lead_requests: "what visitors left",
	leads: "what visitors left",
	loose_objects: "names of files that are still to be deleted from the store",
	mail_suppressions: "hashes of mailboxes that asked for no mail",
	migrations: "the schema",
	not_me_links: "hashes of links’ tokens",
	rate_limits: "counters",
	scan_stop: "whether the operator has stopped scans",
	sent_mails: "counters, by hashes of mailboxes",
	service_worker_off: "whether the operator has switched the worker off",
	target_opt_out_addresses: "hosts that are never scanned",
	target_opt_outs: "hosts that are never scanned",
};

test("each table is claimed by one domain, or has no column of an account, a workspace or a client", async () => {
	const { owner } = await createTestDatabase();
	const { rows } = await owner.query<{ name: string; isTenants: boolean }>(
		`SELECT table_name AS name, bool_or(column_name IN ('account_id', 'owner', 'workspace_id', 'client_id')) AS "isTenants"
		 FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
		 WHERE table_schema = 'public' AND table_type = 'BASE TABLE' GROUP BY table_name`,
	);
	expect(rows.length).toBeGreaterThan(100);
	expect(rows.filter(({ name, isTenants }) => isTenants && name in OF_NO_TENANT)).toEqual([]);
	const known = [...claims.map(([name]) => name), ...Object.keys(OF_NO_TENANT)];
	expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

const sqlOf = (...parts: readonly string[]) => new Set(parts.join(" ").match(/\w+/g));

test("what a domain says is exported is in the list that it names, and each list is claimed", () => {
	const lists = new Map(
		TENANT_TABLES.flatMap(({ exports = [] }) => exports).map(({ name, columns, from }) => [name, sqlOf(columns, from)]),
	);
	const exported = claims.flatMap(([table, { exported }]) =>
		typeof exported === "string" && exported !== "account" ? [{ table, list: exported }] : [],
	);
	expect(exported.filter(({ table, list }) => !lists.get(list)?.has(table))).toEqual([]);
	expect([...lists.keys()].filter((name) => !exported.some(({ list }) => list === name))).toEqual([]);
});

test("what a domain says is handed over is in the list that it names, and each list is claimed", () => {
	const lists = new Map(Object.entries(CLIENT_FILE_READINGS).map(([name, { row, from }]) => [name, sqlOf(row, from)]));
	const handedOver = claims.flatMap(([table, { handedOver }]) =>
		typeof handedOver === "string" && handedOver !== "client" ? [{ table, list: handedOver }] : [],
	);
	// Files are read one by one, after the list that names them.
	const unread = handedOver.filter(
		({ table, list }) => table !== "questionnaire_files" && !lists.get(list)?.has(table),
	);
	expect(unread).toEqual([]);
	expect([...lists.keys()].filter((name) => !handedOver.some(({ list }) => list === name))).toEqual([]);
});
