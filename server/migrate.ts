// Brings the database up to date as the owner of the tables, and ends: `npm run migrate`. The release step before new processes
// start, which then need DATABASE_URL alone.
import { readConfig } from "./config.ts";
import { pendingMigrations } from "./db/migrate.ts";
import { createPool } from "./db/pool.ts";
import { setUpDatabase } from "./db/set-up-database.ts";

function fail(message: string): never {
	console.error(message);
	process.exit(1);
}

try {
	const { DATABASE_URL, DATABASE_OWNER_URL } = readConfig(process.env);
	if (DATABASE_URL === undefined || DATABASE_OWNER_URL === undefined) {
		throw new Error(
			"Migrating needs DATABASE_URL and DATABASE_OWNER_URL. The embedded database is migrated by its server.",
		);
	}
	const ignore = () => {};
	const [server, owner] = [createPool(DATABASE_URL, ignore), createPool(DATABASE_OWNER_URL, ignore)];
	const pending = await pendingMigrations(owner);
	await setUpDatabase(DATABASE_URL, server, DATABASE_OWNER_URL);
	await Promise.all([server.end(), owner.end()]);
	console.log(["The database is up to date.", ...pending.map((name) => `  applied ${name}`)].join("\n"));
} catch (error) {
	fail(`The database was not migrated: ${error instanceof Error ? error.message : error}`);
}
