import type { ClientId } from "#contract/ids.ts";
import { readNamedFiles } from "#server/assurance/evidence/store/named-files.ts";
import { dropUnnamed } from "#server/assurance/uploads/store/drop-files.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { flag, readRow, text, texts } from "#server/platform/db/rows.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { TENANT_TABLES } from "../../tenants/tenant-tables.ts";

const DOOMED = { name: text, own: flag, hosts: texts, unfinished: flag };

/** Rows that refer to others are deleted before them. */
const HIGHEST_FIRST = TENANT_TABLES.toReversed();
const OF_ITS_HOSTS = HIGHEST_FIRST.flatMap(({ deletes }) => deletes?.ofHosts ?? []);
const OF_ITSELF = HIGHEST_FIRST.flatMap(({ deletes }) => deletes?.ofClient ?? []);

/** "own_client": the client that is the workspace itself can be neither archived nor deleted. */
type Deleted = { ok: true } | { ok: false; because: "client_unknown" | "own_client" | "other_name" | "not_finished" };

/**
 * Deletes a client with everything that is its own. What stays is the record of who did what: the operator's audit trail, the workspace's
 * audit log, and hashes of Idempotency-Keys. Reports on several clients stay, too: they are not only this client's.
 */
export const createDeleteClient =
	(walled: Pool) =>
	(scope: Scope, id: ClientId, name: string): Promise<Deleted> =>
		inTransaction(within(walled, { ...scope, clientId: null }), async (client) => {
			const { workspaceId } = scope;
			await holdWorkspaceFor(client, scope, "own");
			const doomed = await readRow(
				client,
				DOOMED,
				`WITH its AS (SELECT coalesce(array_agg(host), '{}') AS hosts FROM assets WHERE account_id = $1 AND client_id = $2)
				 SELECT name, id = workspace_id AS own, hosts, EXISTS (SELECT FROM scans
				   WHERE owner = $1::text AND host = ANY (hosts) AND status IN ('pending', 'running')) AS unfinished
				 FROM clients, its WHERE workspace_id = $1 AND id = $2`,
				[workspaceId, id],
			);
			if (!doomed) return { ok: false, because: "client_unknown" };
			if (doomed.own) return { ok: false, because: "own_client" };
			if (doomed.name !== name.trim()) return { ok: false, because: "other_name" };
			if (doomed.unfinished) return { ok: false, because: "not_finished" };
			for (const deletion of OF_ITS_HOSTS) await client.query(deletion, [workspaceId, doomed.hosts]);
			const files = await readNamedFiles(client, "evidence.workspace_id = $1 AND client_id = $2", [workspaceId, id]);
			for (const deletion of OF_ITSELF) await client.query(deletion, [workspaceId, id]);
			await dropUnnamed(client, workspaceId, files);
			return { ok: true };
		});
