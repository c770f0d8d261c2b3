import { closeWalls, wallsAreOpen } from "#server/platform/db/close-walls.ts";
import { excessPowers } from "#server/platform/db/excess-powers.ts";
import { grantToServer, missingGrants } from "#server/platform/db/grants.ts";
import { isNewer, migrate, pendingMigrations } from "#server/platform/db/migrate.ts";
import { createOwnerPool, type Pool } from "#server/platform/db/pool.ts";
import { flag, readRows, text } from "#server/platform/db/rows.ts";
import { sharesConnections } from "#server/platform/db/shared-connections.ts";
import { installQueue } from "#server/platform/jobs/install-queue.ts";
import { StartError } from "#server/platform/process/start-error.ts";

const HOW = "docs/DATABASE.md shows how to create the two roles.";
const OPEN_WALLS =
	"The database still lets processes of version 0.2 see the rows of every workspace, and with them any connection of the server’s role. Once no such process runs, close it: npm run migrate -- --close-walls";

/**
 * Updates the database and makes sure that the server's role has what it needs. With `ownerUrl` the tables belong to another role, and
 * the server's role must have no more rights than it needs. Without it, the server's role either creates the tables itself, which works
 * but causes a warning, or another process has already done so. `alone`: it is our own database, where neither another process nor a
 * pooler can be. Returns warnings as sentences.
 */
export async function setUpDatabase(
	url: string,
	server: Pool,
	ownerUrl: string | undefined,
	{ alone = false }: { alone?: boolean } = {},
): Promise<string[]> {
	if (!alone) {
		await refuseSharing("DATABASE_URL", url);
		if (ownerUrl !== undefined) await refuseSharing("DATABASE_OWNER_URL", ownerUrl);
	}
	const rows = await readRows(
		server,
		{ role: text, creates: flag },
		"SELECT current_user::text AS role, coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS creates",
	);
	const [{ role, creates } = { role: "", creates: false }] = rows;
	if (ownerUrl !== undefined) {
		await setUpAsOwner(ownerUrl, { role, alone });
	} else if (creates) {
		await setUpAsOwner(url);
	} else {
		await refuseOutdated(server, role);
	}

	// Checking the rights on newer tables is up to that version's release step.
	const missing = (await isNewer(server)) ? [] : await missingGrants(server);
	if (missing.length > 0) {
		throw new StartError(
			`The role "${role}" of DATABASE_URL lacks rights in the database: ${missing.join(", ")}. Start once with DATABASE_OWNER_URL to grant them. ${HOW}`,
		);
	}
	const excess = await excessPowers(server);
	if (excess.length === 0) return (await wallsAreOpen(server)) ? [OPEN_WALLS] : [];
	if (ownerUrl !== undefined) {
		throw new StartError(
			`The role "${role}" of DATABASE_URL has more rights than the server needs: it ${excess.join("; it ")}. Take them from it, or give DATABASE_URL another role. ${HOW}`,
		);
	}
	return [
		`The role "${role}" ${excess.join("; it ")}. Anyone who gets into the server could do the same. Two roles prevent that: ${HOW}`,
	];
}

async function refuseSharing(setting: string, url: string): Promise<void> {
	if (!(await sharesConnections(url))) return;
	throw new StartError(
		`${setting} leads to a pooler that shares connections between transactions, such as PgBouncer with pool_mode = transaction. Notifications and locks of sessions do not work there. Have it pool sessions (pool_mode = session), or give PostgreSQL’s own address.`,
	);
}

/** On separate connections, which wait as long as a migration takes. `role`: another role, which gets what it needs. */
async function setUpAsOwner(
	ownerUrl: string,
	{ role, alone = false }: { role?: string; alone?: boolean } = {},
): Promise<void> {
	const owner = createOwnerPool(ownerUrl, () => {});
	try {
		await migrate(owner);
		await installQueue({ url: ownerUrl, pool: owner });
		if (role !== undefined) await grantToServer(owner, role);
		if (alone) await closeWalls(owner);
	} finally {
		await owner.end();
	}
}

/** pg-boss itself reports when its tables are out of date. */
async function refuseOutdated(server: Pool, role: string): Promise<void> {
	const pending = await pendingMigrations(server);
	if (pending.length === 0) return;
	throw new StartError(
		`The database is not up to date (${pending[0]} and later), and the role "${role}" of DATABASE_URL may create no tables. Start once with DATABASE_OWNER_URL. ${HOW}`,
	);
}
