// Updates the database as the owner of the tables, and exits: `npm run migrate`. This is the release step before new processes start,
// which then need only DATABASE_URL. With --close-walls it also removes what only processes of 0.2 need
// (migrations/0068-close-walls.sql).
import { parseArgs } from "node:util";
import { closeWalls } from "#server/platform/db/close-walls.ts";
import { pendingMigrations } from "#server/platform/db/migrate.ts";
import { createOwnerPool, createPool } from "#server/platform/db/pool.ts";
import { readConfig } from "#server/platform/settings/config.ts";
import { setUpDatabase } from "./set-up-database.ts";

function fail(message: string): never {
	console.error(message);
	process.exit(1);
}

try {
	const { values } = parseArgs({ options: { "close-walls": { type: "boolean" } } });
	const { DATABASE_URL, DATABASE_OWNER_URL } = readConfig(process.env);
	if (DATABASE_URL === undefined || DATABASE_OWNER_URL === undefined) {
		throw new Error(
			"Migrating needs DATABASE_URL and DATABASE_OWNER_URL. The embedded database is migrated by its server.",
		);
	}
	const ignore = () => {};
	const [server, owner] = [createPool(DATABASE_URL, ignore), createOwnerPool(DATABASE_OWNER_URL, ignore)];
	const pending = await pendingMigrations(owner);
	const warnings = await setUpDatabase(DATABASE_URL, server, DATABASE_OWNER_URL);
	console.log(["The database is up to date.", ...pending.map((name) => `  applied ${name}`)].join("\n"));
	if (values["close-walls"]) {
		const end = await closeWalls(owner);
		if (!end.closed) {
			fail(
				`The walls were not closed: processes of version 0.2 are connected (${end.connections}), and would see nothing anymore. Stop them, and do it again.`,
			);
		}
		console.log("The walls between workspaces are closed.");
	} else {
		for (const warning of warnings) console.log(`Warning: ${warning}`);
	}
	await Promise.all([server.end(), owner.end()]);
} catch (error) {
	fail(`The database was not migrated: ${error instanceof Error ? error.message : error}`);
}
