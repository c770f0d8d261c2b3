import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, inject } from "vitest";
import { createOwnerPool, createPool, type Pool } from "#server/platform/db/pool.ts";
import { afterFile } from "../after-file.ts";
import { collectReadings, wrongClaims } from "./nullability.ts";

export type TestDatabase = {
	/** For the product's own role: what a test can do with it, the product can do. */
	url: string;
	pool: TestPool;
	/** For the role that owns the tables. */
	ownerUrl: string;
	owner: TestPool;
};

/** Every statement that the product reads with in this file. */
const read = collectReadings();

/** Unlike the product, tests read rows as they come. */
type TestPool = pg.Pool & Pick<Pool, "begin">;
export const createTestPool = (url: string) => createPool(url, () => {}) as TestPool;
export const createTestOwnerPool = (url: string) => createOwnerPool(url, () => {}) as TestPool;

/** A database for this test file, with the schema and nothing in it. Dropped after the file. */
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
		// A copied database has the rights on tables, but not those on the database itself.
		`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`,
		`GRANT CONNECT ON DATABASE ${name} TO ${user(template.url)}`,
	);
	const url = named(template.url, name);
	const ownerUrl = named(template.ownerUrl, name);
	const [pool, owner] = [createTestPool(url), createTestOwnerPool(ownerUrl)];
	afterFile(async () => {
		const wrong = await wrongClaims(owner, read.values());
		await Promise.all([pool.end(), owner.end()]);
		await administer(`DROP DATABASE ${name} WITH (FORCE)`);
		expect(wrong, "assumptions about NULL that the tables do not support").toEqual([]);
	});
	return { url, pool, ownerUrl, owner };
}
