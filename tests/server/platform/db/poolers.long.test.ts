import pg from "pg";
import { expect, test } from "vitest";
import { setUpDatabase } from "#server/app/set-up-database.ts";
import { createPool } from "#server/platform/db/pool.ts";
import { sharesConnections } from "#server/platform/db/shared-connections.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { afterFile } from "#tests/support/after-file.ts";
import { findPgBouncer, startPgBouncer } from "#tests/support/deploy/pgbouncer.ts";
import { createTestDatabase } from "#tests/support/server/database.ts";
import { fillWorkspace } from "#tests/support/workspaces/fill-workspace.ts";

const { pool, url, ownerUrl } = await createTestDatabase();
const filled = await fillWorkspace(pool, "ada", "x");
const pgbouncer = findPgBouncer();
const why = pgbouncer === undefined ? " (skipped: no PgBouncer here, and no package of it)" : "";

const behind = async (mode: "session" | "transaction") => {
	const [server = "", owner = ""] = await startPgBouncer(pgbouncer ?? "", mode, [url, ownerUrl]);
	return { server, owner };
};

const open = (connectionString: string, sees: "all" | "nothing" = "all") => {
	const opened = createPool(connectionString, () => {}, { sees });
	afterFile(() => opened.end());
	return opened;
};

test("PostgreSQL itself shares no connections", async () => {
	expect(await sharesConnections(url)).toBe(false);
});

test.skipIf(pgbouncer === undefined)(`a pooler of sessions is fine${why}`, async () => {
	const { server, owner } = await behind("session");
	expect(await setUpDatabase(server, open(server), owner)).toEqual([]);
});

test.skipIf(pgbouncer === undefined)(
	`a pooler of transactions is refused at the start, by its setting${why}`,
	async () => {
		const { server, owner } = await behind("transaction");
		await expect(setUpDatabase(server, open(server), undefined)).rejects.toThrow(
			/^DATABASE_URL leads to a pooler that shares connections between transactions.*pool_mode = session/,
		);
		await expect(setUpDatabase(url, pool, owner)).rejects.toThrow(/^DATABASE_OWNER_URL leads to a pooler/);
	},
);

test.skipIf(pgbouncer === undefined)(
	`where one is put in front later, nothing of what we set reaches the next client of a connection${why}`,
	async () => {
		const { server } = await behind("transaction");
		const { workspaceId, owner } = filled;
		const inside = within(open(server, "nothing"), { workspaceId, clientId: null, accountId: owner.accountId });
		const all = open(server);
		const stranger = new pg.Client({ connectionString: server });
		await stranger.connect();
		afterFile(() => stranger.end());
		const looks: unknown[] = [];
		for (let turn = 0; turn < 100; turn++) {
			const [ours, others, look] = await Promise.all([
				inside.query("SELECT count(*) AS count FROM findings"),
				all.query("SELECT count(*) AS count FROM findings"),
				stranger.query(
					"SELECT (SELECT count(*) FROM findings) AS findings, (SELECT count(*) FROM workspaces) AS workspaces",
				),
			]);
			expect(ours.rows).not.toEqual([{ count: 0 }]);
			expect(others.rows).toEqual(ours.rows);
			looks.push(...look.rows);
		}
		expect(looks).toEqual(Array.from({ length: 100 }, () => ({ findings: 0, workspaces: 0 })));
	},
);
