import { randomUUID } from "node:crypto";
import { type ClientId, clientId } from "#contract/ids.ts";
import type { Client, ClientChange, ClientCreation, ClientList } from "#contract/workspaces/workspaces.ts";
import { oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import { changeClient, insertClient } from "#server/identity/workspaces/people/store/client-rows.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { readRow, readRows } from "#server/platform/db/rows.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { CLIENT, clientColumns, clientOfRow } from "#server/platform/tenancy/client-row.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { pauseSchedulesOf } from "#server/scanning/schedules/store/noted-on-schedules.ts";
import { CLIENTS_LIMIT } from "../clients-limit.ts";
import { createDeleteClient } from "./delete-client.ts";

/** Scans can create clients at the same time, and one of them may take the code that was free. */
const TRIES = 3;

/** Another client of the workspace has this name or code. */
type Taken = { ok: false; because: "already_exists"; field: "name" | "code" };

type Created =
	| { ok: true; client: Client }
	| Taken
	/** "client_unknown": it was created under this key and has been deleted since. */
	| { ok: false; because: "client_unknown" | "limit_reached" | "idempotency_mismatch" };

type Changed =
	| { ok: true; client: Client }
	| Taken
	/** "own_client": the client that is the workspace itself can be neither archived nor deleted. */
	| { ok: false; because: "client_unknown" | "own_client" }
	| { ok: false; because: "changed_meanwhile"; current: Client };

/** Clients of a workspace in PostgreSQL. */
export function createClientStore(walled: Pool, now: () => Date) {
	const create = async (scope: Scope, creation: ClientCreation, key: string | null): Promise<Created> => {
		const seen = within(walled, { ...scope, clientId: null });
		const asked = {
			owner: scope.accountId,
			key,
			compared: { createClient: creation, workspace: scope.workspaceId },
		};
		// Only the id is stored under the key, so that it does not quote a client that is deleted later.
		const answered = await oncePerKey(seen, asked, async (client) => ({ id: await insert(client, scope, creation) }));
		if (!answered.ok) return { ok: false, because: "idempotency_mismatch" };
		const client = await readClient(seen, scope, clientId.parse(answered.answer.id));
		return client ? { ok: true, client } : { ok: false, because: "client_unknown" };
	};

	return {
		/** Those of the scope, by name. */
		async list(scope: Scope): Promise<ClientList["clients"]> {
			const rows = await readRows(
				within(walled, scope),
				CLIENT,
				`SELECT ${clientColumns} FROM clients
				 WHERE workspace_id = $1 AND ($2::uuid IS NULL OR id = $2) ORDER BY lower(name), id`,
				[scope.workspaceId, scope.clientId],
			);
			return rows.map((row) => {
				const { id, name, code, archivedAt } = clientOfRow(row);
				return { id, name, code, archivedAt };
			});
		},
		/** Once per key. */
		async create(scope: Scope, creation: ClientCreation, key: string | null): Promise<Created> {
			for (let attempt = 1; ; attempt += 1) {
				try {
					return await orRefused(["limit_reached"], () => create(scope, creation, key));
				} catch (error) {
					const field = takenField(error);
					if (field === undefined) throw error;
					if (field === "name" || creation.code !== undefined) return { ok: false, because: "already_exists", field };
					if (attempt === TRIES) throw error;
				}
			}
		},
		async change(scope: Scope, id: ClientId, change: ClientChange): Promise<Changed> {
			try {
				return await inTransaction(within(walled, { ...scope, clientId: null }), (client) =>
					store(client, scope, id, change, now()),
				);
			} catch (error) {
				const field = takenField(error);
				if (field === undefined) throw error;
				return { ok: false, because: "already_exists", field };
			}
		},
		/** With everything that belongs to the client. `name` has to be its name. */
		delete: createDeleteClient(walled),
	};
}

/** Clients of a workspace. */
export type ClientStore = ReturnType<typeof createClientStore>;

async function insert(client: Executor, scope: Scope, creation: ClientCreation): Promise<ClientId> {
	await holdWorkspaceFor(client, scope, "manage");
	const { workspaceId } = scope;
	const id = clientId.parse(randomUUID());
	if (!(await insertClient(client, { workspaceId, id }, creation, CLIENTS_LIMIT))) throw new Refused("limit_reached");
	return id;
}

async function store(client: Executor, scope: Scope, id: ClientId, change: ClientChange, now: Date): Promise<Changed> {
	await holdWorkspaceFor(client, scope, "manage");
	const { workspaceId } = scope;
	const { archived } = change;
	if (archived === true && clientId.parse(workspaceId) === id) return { ok: false, because: "own_client" };
	const changed = await changeClient(client, { workspaceId, id }, change, now);
	if (!changed) {
		const current = await readClient(client, scope, id);
		return current ? { ok: false, because: "changed_meanwhile", current } : { ok: false, because: "client_unknown" };
	}
	// Scans that are already running are allowed to finish. Schedules do not resume by themselves: that is up to the person who restores
	// the client.
	if (archived === true) await pauseSchedulesOf(client, { workspaceId, clientId: id });
	return { ok: true, client: changed };
}

export async function readClient(executor: Executor, { workspaceId }: Pick<Scope, "workspaceId">, id: ClientId) {
	const row = await readRow(
		executor,
		CLIENT,
		`SELECT ${clientColumns} FROM clients WHERE workspace_id = $1 AND id = $2`,
		[workspaceId, id],
	);
	return row && clientOfRow(row);
}

/** Which field of a client duplicates one in its workspace, if that is what went wrong (migrations/0025-workspaces.sql). */
function takenField(error: unknown): "name" | "code" | undefined {
	if (!(error instanceof Error) || !("constraint" in error)) return undefined;
	if (error.constraint === "clients_by_name") return "name";
	return error.constraint === "clients_by_code" ? "code" : undefined;
}
