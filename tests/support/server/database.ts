import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { createPool, type Pool } from "#server/db/pool.ts";
import { afterFile } from "../after-file.ts";

export type TestDatabase = {
	/** As the role that the product works as: what a test does by it, the product may do. */
	url: string;
	pool: Pool;
	/** As the role that has the tables, for what only it may do. */
	ownerUrl: string;
	owner: Pool;
};

/** A database of this test file's own, with the schema and nothing in it. Dropped after the file. */
export async function createTestDatabase(): Promise<TestDatabase> {
	const template = inject("template");
	const name = `test_${randomBytes(6).toString("hex")}`;
	const named = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
	const administer = async (...statements: string[]) => {
		const client = new pg.Client({ connectionString: named(template.superuserUrl, "postgres") });
		await client.connect();
		for (const statement of statements) await client.query(statement);
		await client.end();
	};
	const user = (url: string) => new URL(url).username;
	await administer(
		`CREATE DATABASE ${name} TEMPLATE ${new URL(template.url).pathname.slice(1)} OWNER ${user(template.ownerUrl)}`,
		// A copy has its tables' rights, but not its own.
		`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`,
		`GRANT CONNECT ON DATABASE ${name} TO ${user(template.url)}`,
	);
	const url = named(template.url, name);
	const ownerUrl = named(template.ownerUrl, name);
	const pool = createPool(url, () => {});
	const owner = createPool(ownerUrl, () => {});
	afterFile(async () => {
		await Promise.all([pool.end(), owner.end()]);
		await administer(`DROP DATABASE ${name} WITH (FORCE)`);
	});
	return { url, pool, ownerUrl, owner };
}
