import { TARGETS_LIMIT } from "#contract/scans/targets.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { columnsOf, flag, oneOf, orNull, type RowOf, readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import type { HostOwnership } from "../ownership/host-ownership.ts";
import type { Look } from "../ownership/look-for-proof.ts";
import { giveHost } from "./assets.ts";

const ROW = {
	id: uuid,
	host: text,
	includes_subdomains: flag,
	token: text,
	proven_by: orNull(oneOf(["dns", "file"])),
	proven_at: orNull(time),
	file_seen_at: orNull(time),
	checked_at: orNull(time),
	problem: orNull(text),
};

const COLUMNS = columnsOf(ROW);

function ownershipOf(row: RowOf<typeof ROW>): HostOwnership {
	return {
		id: row.id,
		host: row.host,
		includesSubdomains: row.includes_subdomains,
		token: row.token,
		proof: row.proven_by && row.proven_at ? { by: row.proven_by, at: row.proven_at } : undefined,
		fileSeenAt: row.file_seen_at ?? undefined,
		checkedAt: row.checked_at ?? undefined,
		problem: row.problem ?? undefined,
	};
}

/** Ownership of hosts, in PostgreSQL. `pool`: a view of all workspaces, or of one of them (server/platform/tenancy/within.ts). */
export function createOwnershipStore(pool: Pool) {
	return {
		async list({ workspaceId, clientId }: Seen): Promise<HostOwnership[]> {
			const rows = await readRows(
				pool,
				ROW,
				`SELECT ${COLUMNS} FROM target_claims WHERE account_id = $1 AND ${ofClient("host", "$1", "$2")} ORDER BY host`,
				[workspaceId, clientId],
			);
			return rows.map(ownershipOf);
		},
		async find({ workspaceId, clientId }: Seen, id: string): Promise<HostOwnership | undefined> {
			const rows = await readRows(
				pool,
				ROW,
				`SELECT ${COLUMNS} FROM target_claims WHERE account_id = $1 AND id = $2 AND ${ofClient("host", "$1", "$3")}`,
				[workspaceId, id, clientId],
			);
			return rows[0] && ownershipOf(rows[0]);
		},
		/** Adds a host, or returns the existing one; `full` if the workspace has too many. */
		async add(
			seen: Seen,
			{ id, host, includesSubdomains, token }: Pick<HostOwnership, "id" | "host" | "includesSubdomains" | "token">,
		): Promise<HostOwnership | "full"> {
			// The host first: row-level security lets someone who sees a single client write only about that client's hosts.
			return inTransaction(
				pool,
				async (client) => {
					await giveHost(client, seen, host);
					// With a different reach it must be proved again: a file's proof must not end up covering subdomains.
					const rows = await readRows(
						client,
						ROW,
						`INSERT INTO target_claims AS old (id, account_id, host, includes_subdomains, token)
				 SELECT $1, $2, $3, $4, $5
				 WHERE (SELECT count(*) FROM target_claims WHERE account_id = $2 AND host <> $3) < $6
				 ON CONFLICT (account_id, host) DO UPDATE SET
				   includes_subdomains = excluded.includes_subdomains,
				   proven_by = CASE WHEN old.includes_subdomains = excluded.includes_subdomains THEN old.proven_by END,
				   proven_at = CASE WHEN old.includes_subdomains = excluded.includes_subdomains THEN old.proven_at END
				 RETURNING ${COLUMNS}`,
						[id, seen.workspaceId, host, includesSubdomains, token, TARGETS_LIMIT],
					);
					return rows[0] ? ownershipOf(rows[0]) : "full";
				},
				(added) => added !== "full",
			);
		},
		/**
		 * Saves the result of a check. A proof that is gone no longer counts. `hasFile`: whether the file was at the host's own address;
		 * undefined if it was not looked for there.
		 */
		async record(id: string, { proof, problem }: Look, hasFile: boolean | undefined) {
			await pool.query(
				`UPDATE target_claims SET proven_by = $2, proven_at = CASE WHEN $2::text IS NULL THEN NULL ELSE now() END,
				   file_seen_at = CASE WHEN $4::boolean IS NULL THEN file_seen_at WHEN $4 THEN now() END,
				   checked_at = now(), problem = $3 WHERE id = $1`,
				[id, proof, problem, hasFile],
			);
		},
		async remove({ workspaceId, clientId }: Seen, id: string) {
			const { rowCount } = await pool.query(
				`DELETE FROM target_claims WHERE account_id = $1 AND id = $2 AND ${ofClient("host", "$1", "$3")}`,
				[workspaceId, id, clientId],
			);
			return rowCount === 1;
		},
	};
}

/** The hosts that workspaces say they own. Everything is by workspace: none sees or uses another's. */
export type OwnershipStore = ReturnType<typeof createOwnershipStore>;
