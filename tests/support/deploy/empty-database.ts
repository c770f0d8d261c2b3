import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { afterFile } from "../after-file.ts";
import { createTestOwnerPool, createTestPool, type TestDatabase } from "../server/database.ts";

export type EmptyDatabase = TestDatabase & {
	/** As a superuser, with one connection for everything. */
	administer<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
};

/** A database with the product's two roles and nothing in it. Dropped after the file. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
	const template = inject("template");
	const name = `empty_${randomBytes(6).toString("hex")}`;
	const named = (url: string, database = name) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
	const asSuperuser = async <T>(database: string, work: (client: pg.Client) => Promise<T>) => {
		const client = new pg.Client({ connectionString: named(template.superuserUrl, database) });
		await client.connect();
		try {
			return await work(client);
		} finally {
			await client.end();
		}
	};
	const user = (url: string) => new URL(url).username;
	await asSuperuser("postgres", async (client) => {
		await client.query(`CREATE DATABASE ${name} OWNER ${user(template.ownerUrl)}`);
		await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
		await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${user(template.url)}`);
	});
	const [url, ownerUrl] = [named(template.url), named(template.ownerUrl)];
	const [pool, owner] = [createTestPool(url), createTestOwnerPool(ownerUrl)];
	afterFile(async () => {
		await Promise.all([pool.end(), owner.end()]);
		await asSuperuser("postgres", (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
	});
	return { url, ownerUrl, pool, owner, administer: (work) => asSuperuser(name, work) };
}
