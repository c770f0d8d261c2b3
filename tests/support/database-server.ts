import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedDatabase } from "#server/db/embedded/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { createPool } from "#server/db/pool.ts";
import { createQueue } from "#server/jobs/queue.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** The database that every test file copies its own from. */
		templateUrl: string;
	}
}

const fail = (error: Error) => {
	throw error;
};

/** One PostgreSQL for all server tests of a run: the product's own, with the schema ready to be copied. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
	const folder = await mkdtemp(join(tmpdir(), "plumbline-tests-"));
	const database = await startEmbeddedDatabase(folder);
	const pool = createPool(database.url, fail);
	await migrate(pool);
	await pool.end();
	const queue = await createQueue({
		databaseUrl: database.url,
		works: false,
		scanLimitSeconds: 60,
		scansPerAccount: 4,
		mailRetrySeconds: 1,
		onError: fail,
	});
	await queue.stop(1_000);
	project.provide("templateUrl", database.url);
	return async () => {
		await database.stop();
		await rm(folder, { recursive: true, force: true });
	};
}
