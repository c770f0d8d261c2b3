import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { createPool, type Pool } from "#server/db/pool.ts";
import { afterFile } from "./after-file.ts";

export type TestDatabase = { url: string; pool: Pool };

/** A database of this test file's own, with the schema and nothing in it. Dropped after the file. */
export async function createTestDatabase(): Promise<TestDatabase> {
	const template = new URL(inject("templateUrl"));
	const name = `test_${randomBytes(6).toString("hex")}`;
	const adminUrl = new URL(template);
	adminUrl.pathname = "/postgres";
	const administer = async (statement: string) => {
		const client = new pg.Client({ connectionString: adminUrl.href });
		await client.connect();
		await client.query(statement);
		await client.end();
	};
	await administer(`CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)}`);
	const url = new URL(template);
	url.pathname = `/${name}`;
	const pool = createPool(url.href, () => {});
	afterFile(async () => {
		await pool.end();
		await administer(`DROP DATABASE ${name} WITH (FORCE)`);
	});
	return { url: url.href, pool };
}
