import pg from "pg";
import { expect, test } from "vitest";
import { createPool, type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { afterFile } from "#tests/support/after-file.ts";
import { createTestDatabase } from "#tests/support/server/database.ts";
import { fillWorkspace } from "#tests/support/workspaces/fill-workspace.ts";
import { walledTables } from "#tests/support/workspaces/walled-tables.ts";

const { pool, owner, url } = await createTestDatabase();
const walled = createPool(url, () => {}, { sees: "nothing" });
afterFile(() => walled.end());
const a = await fillWorkspace(pool, "ada", "x");
const b = await fillWorkspace(pool, "bea", "x");
const tables = await walledTables(owner);

const inA = within(walled, { workspaceId: a.workspaceId, clientId: null, accountId: a.owner.accountId });
const inOneOfA = within(walled, {
	workspaceId: a.workspaceId,
	clientId: a.clients[0].clientId,
	accountId: a.owner.accountId,
});

/** Tables about people, whatever their workspaces, and those that are read by a secret before any workspace is known. */
const NO_POLICY: Readonly<Record<string, string>> = {
	account_codes: "codes in mails to the account itself",
	account_consents: "what the account agreed to",
	account_not_me_links: "found by the hash of a link in a mail",
	account_recovery_codes: "hashes of codes of the account",
	account_requests: "keys of requests, by the account that sent them",
	account_totp: "the account's app for codes",
	digest_links: "found by the hash of a link in a mail",
	known_devices: "browsers of the account",
	notification_choices: "what the account wants to be told",
	passkey_challenges: "found by the hash of what an authenticator signed",
	passkey_users: "what browsers keep the account's passkeys under",
	passkeys: "the account's passkeys",
	pending_sign_ins: "found by the hash of a cookie",
	push_subscriptions: "devices of the account",
	registrations: "found by the hash of what the answer to a registration says",
	report_links: "found by the hash of a link in a mail",
	scan_requests: "keys of requests, by the account that sent them",
	sessions: "where the account is signed in",
};

test("every table with a workspace, an account or an owner, or a part of such a row, has a policy or a reason", async () => {
	const { rows } = await owner.query(
		`SELECT DISTINCT relname::text AS name FROM pg_class
		 WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND NOT relrowsecurity AND (
		   EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname IN ('workspace_id', 'account_id', 'owner', 'client_id'))
		   OR EXISTS (SELECT FROM pg_constraint JOIN pg_class AS other ON other.oid = confrelid
		     WHERE conrelid = pg_class.oid AND contype = 'f' AND other.relrowsecurity))
		 ORDER BY 1`,
	);
	expect(rows.map(({ name }) => name)).toEqual(Object.keys(NO_POLICY).toSorted());
});

test("the server's role is bound by the policies: it neither owns a table nor bypasses them", async () => {
	const { rows } = await pool.query(
		`SELECT bool_or(pg_has_role(relowner, 'MEMBER')) AS owns, (SELECT rolbypassrls OR rolsuper FROM pg_roles WHERE rolname = current_user) AS passes
		 FROM pg_class WHERE relrowsecurity`,
	);
	expect(rows).toEqual([{ owns: false, passes: false }]);
});

/** How many rows each statement reaches; its changes are rolled back. Without the right, a statement reaches nothing. */
async function reached(db: Pool, { name, settable }: { name: string; settable: string }) {
	const count = async (statement: string) => {
		let rows = 0;
		const attempt = async (client: Executor) => {
			rows = (await client.query(statement)).rowCount ?? 0;
		};
		await inTransaction(db, attempt, () => false).catch((error: { code?: string }) => {
			// Not permitted, or refused by the trigger that keeps the log append-only.
			if (error.code !== "42501" && error.code !== "P0001") throw error;
		});
		return rows;
	};
	return {
		read: await count(`SELECT FROM ${name}`),
		changed: await count(`UPDATE ${name} SET ${settable} = ${settable}`),
		deleted: await count(`DELETE FROM ${name}`),
	};
}

test("a connection of the server's role that says nothing sees no row of any workspace", async () => {
	const stranger = new pg.Client({ connectionString: url });
	await stranger.connect();
	afterFile(() => stranger.end());
	const seen: Record<string, number> = {};
	for (const { name } of tables) seen[name] = (await stranger.query(`SELECT FROM ${name}`)).rowCount ?? 0;
	expect(seen).toEqual(Object.fromEntries(tables.map(({ name }) => [name, 0])));
});

/** Lists that only grow. */
const GROWING = [
	"answer_words",
	"assessment_words",
	"audit_entries",
	"evidence_custody",
	"said_words",
	"statement_approvals",
	"test_runs",
];
/** What was said or signed about them is append-only, so it is deleted only with its client. */
const STAYING = ["assessments", "sign_offs"];
const kept = (name: string, rows: number) => ({
	read: rows,
	changed: GROWING.includes(name) ? 0 : rows,
	deleted: GROWING.includes(name) || STAYING.includes(name) ? 0 : rows,
});

async function countOf(name: string, condition: string): Promise<number> {
	const { rows } = await owner.query<{ count: number }>(`SELECT count(*) FROM ${name} WHERE ${condition}`);
	return rows[0]?.count ?? 0;
}

test.each(tables)("$name: nothing without a workspace, and only a workspace's own with it", async (table) => {
	const { name, workspace, client } = table;
	const [ofA, ofB] = [
		await countOf(name, `${workspace} = '${a.workspaceId}'`),
		await countOf(name, `${workspace} = '${b.workspaceId}'`),
	];
	expect(ofA, "the workspaces have some of everything").toBeGreaterThan(0);
	expect(ofB).toBe(ofA);
	expect(await reached(walled, table)).toEqual({ read: 0, changed: 0, deleted: 0 });
	expect(await reached(inA, table)).toEqual(kept(name, ofA));
	if (client === null) return;
	const ofOne = await countOf(name, `${workspace} = '${a.workspaceId}' AND ${client} = '${a.clients[0].clientId}'`);
	expect(ofOne, "the client has some of it").toBeGreaterThan(0);
	expect(ofOne, "and so has the other").toBeLessThan(ofA);
	expect(await reached(inOneOfA, table)).toEqual(kept(name, ofOne));
});

test.each(tables.filter(({ column }) => column !== null))(
	"$name: no row moves to another workspace",
	async ({ name, column }) => {
		const move = inTransaction(
			inA,
			(client) => client.query(`UPDATE ${name} SET ${column} = '${b.workspaceId}'`),
			() => false,
		);
		await expect(move).rejects.toThrow(/row-level security|permission denied|cannot be changed/);
	},
);
