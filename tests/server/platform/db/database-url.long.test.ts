import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { setUpDatabase } from "#server/app/set-up-database.ts";
import { afterFile } from "../../../support/after-file.ts";
import { createTestPool } from "../../../support/server/database.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const { superuserUrl } = inject("template");

/** The address of the test's database server, with another role and database. */
function urlOf(database: string, role?: string): string {
	const url = new URL(superuserUrl);
	url.pathname = `/${database}`;
	if (role !== undefined) Object.assign(url, { username: role, password: "secret" });
	return url.href;
}

async function administer(database: string, ...statements: string[]): Promise<void> {
	const client = new pg.Client({ connectionString: urlOf(database) });
	await client.connect();
	try {
		for (const statement of statements) await client.query(statement);
	} finally {
		await client.end();
	}
}

/** Does what docs/DATABASE.md says, with different names. */
async function documentedRoles() {
	const name = `own_${randomBytes(6).toString("hex")}`;
	const [, sql = ""] = /```sql\n(.*?)```/s.exec(await readFile("docs/DATABASE.md", "utf8")) ?? [];
	const statements = sql.replaceAll("plumbline", name).trim().split("\n");
	expect(statements).toHaveLength(5);
	const [owner, server] = [`${name}_owner`, `${name}_server`];
	await administer("postgres", ...statements);
	for (const role of [owner, server]) await administer("postgres", `ALTER ROLE ${role} PASSWORD 'secret'`);
	const url = urlOf(name, server);
	const pool = createTestPool(url);
	afterFile(async () => {
		await pool.end();
		await administer("postgres", `DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${owner}`, `DROP ROLE ${server}`);
	});
	return { name, owner, server, url, ownerUrl: urlOf(name, owner), pool };
}

test("the documented roles work, and the server says what is wrong with them", { timeout: 60_000 }, async () => {
	const { name, owner, server, url, ownerUrl, pool } = await documentedRoles();
	const check = (withOwner?: string) => setUpDatabase(url, pool, withOwner);

	await expect(check()).rejects.toThrow(
		/not up to date \(0001-scans\.sql and later\).*may create no tables.*DATABASE_OWNER_URL/,
	);
	expect(await check(ownerUrl)).toEqual([]);
	expect(await check()).toEqual([]);

	await administer(name, `REVOKE DELETE ON scans FROM ${server}`, `REVOKE UPDATE ON pgboss.queue FROM ${server}`);
	await expect(check()).rejects.toThrow(
		/lacks rights in the database: DELETE on public\.scans, UPDATE on pgboss\.queue\./,
	);
	expect(await check(ownerUrl)).toEqual([]);

	for (const [grant, revoke, meaning] of [
		[`GRANT ${owner} TO ${server}`, `REVOKE ${owner} FROM ${server}`, "owns the audit trail, or may become its owner"],
		[`GRANT pg_read_server_files TO ${server}`, `REVOKE pg_read_server_files FROM ${server}`, "reaches beyond tables"],
		[
			`GRANT CREATE ON SCHEMA pgboss TO ${server}`,
			`REVOKE CREATE ON SCHEMA pgboss FROM ${server}`,
			"may create tables",
		],
		[`ALTER ROLE ${server} SUPERUSER`, `ALTER ROLE ${server} NOSUPERUSER`, "is a superuser"],
	] as const) {
		await administer(name, grant);
		await expect(check(ownerUrl)).rejects.toThrow(meaning);
		await administer(name, revoke);
	}
	await administer(name, `GRANT UPDATE ON audit_trail TO ${server}`);
	await expect(check()).resolves.toEqual([expect.stringContaining("may change, delete, empty or switch off")]);
	expect(await check(ownerUrl), "the owner revokes it").toEqual([]);
});

test("a single role with all rights works and causes a warning", { timeout: 60_000 }, async () => {
	const { name, owner, ownerUrl, url, pool } = await documentedRoles();
	const facts = async (DATABASE_URL: string) => {
		const server = await startTestServer({ database: { url: DATABASE_URL, pool, ownerUrl, owner: pool } });
		const text = server.facts.flat().join("\n");
		await server.close();
		return text;
	};
	expect(await facts(ownerUrl)).toMatch(
		new RegExp(`Warning: The role "${owner}" owns the audit trail.*docs/DATABASE\\.md`),
	);
	expect(await facts(urlOf(name))).toContain('Warning: The role "plumbline" is a superuser');
	expect(await setUpDatabase(url, pool, ownerUrl)).toEqual([]);
	expect(await facts(url)).not.toContain("Warning");
});
