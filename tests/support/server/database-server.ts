import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { createJobs } from "#server/app/jobs.ts";
import { setUpDatabase } from "#server/app/set-up-database.ts";
import { startEmbeddedDatabase } from "#server/platform/db/embedded/embedded.ts";
import { createPool } from "#server/platform/db/pool.ts";
import { createQueue } from "#server/platform/jobs/queue.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** The database that every test file copies, with the URL for each role. */
		template: { url: string; ownerUrl: string; superuserUrl: string };
	}
}

const fail = (error: Error) => {
	throw error;
};

/** None of these databases outlives a run, so a power failure may destroy them. Tests that kill a database have their own. */
async function doNotWaitForTheDisk(connectionString: string): Promise<void> {
	const client = new pg.Client({ connectionString });
	await client.connect();
	for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
		await client.query(`ALTER SYSTEM SET ${setting} = off`);
	}
	await client.query("SELECT pg_reload_conf()");
	await client.end();
}

/** One PostgreSQL for all server tests of a run: the product's own, with the schema ready to be copied. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
	const folder = await mkdtemp(join(tmpdir(), "plumbline-tests-"));
	const database = await startEmbeddedDatabase(folder);
	const pool = createPool(database.url, fail);
	await setUpDatabase(database.url, pool, database.ownerUrl);
	await pool.end();
	const queue = await createQueue({
		databaseUrl: database.url,
		works: false,
		jobs: createJobs({ scanLimitSeconds: 60, scansPerAccount: 4, mailRetrySeconds: 1 }),
		onError: fail,
	});
	await queue.stop(1_000);
	const superuser = new URL(database.url);
	superuser.username = "plumbline";
	superuser.password = await readFile(join(folder, "pg-password"), "utf8");
	await doNotWaitForTheDisk(superuser.href);
	project.provide("template", { url: database.url, ownerUrl: database.ownerUrl, superuserUrl: superuser.href });
	return async () => {
		await database.stop();
		await rm(folder, { recursive: true, force: true });
	};
}
