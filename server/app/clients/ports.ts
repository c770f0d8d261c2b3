import type { ClientId } from "#contract/ids.ts";
import type { Client, ClientChange, ClientCreation, ClientList } from "#contract/workspaces/workspaces.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** Another client of the workspace has this name or code. */
type Taken = { ok: false; because: "already_exists"; field: "name" | "code" };
type Unknown = { ok: false; because: "client_unknown" };
/** The client that is the workspace itself can be neither archived nor deleted. */
type Own = { ok: false; because: "own_client" };

export type Created =
	| { ok: true; client: Client }
	| Taken
	/** It was created under this key and has been deleted since. */
	| Unknown
	| { ok: false; because: "limit_reached" | "idempotency_mismatch" };

export type Changed =
	| { ok: true; client: Client }
	| Taken
	| Unknown
	| Own
	| { ok: false; because: "changed_meanwhile"; current: Client };

export type Deleted = { ok: true } | Unknown | Own | { ok: false; because: "other_name" | "not_finished" };

export type TakenIn =
	| { ok: true; client: Client }
	| Unknown
	/** The same file was taken in before, as this client. */
	| { ok: false; because: "already_exists"; client: Client }
	/** At most 50 of them, with the names of their clients. */
	| { ok: false; because: "host_of_other_client"; hosts: { host: string; client: string }[] }
	| { ok: false; because: "bad_file"; message: string }
	| { ok: false; because: "limit_reached" | "storage_full" | "idempotency_mismatch" };

/** Who takes a client in: scans that mail a report will mail it there. */
export type Taker = { email: string };

/** Clients of a workspace. */
export type ClientStore = {
	/** Those of the scope, by name. */
	list(scope: Scope): Promise<ClientList["clients"]>;
	/** Once per key. */
	create(scope: Scope, creation: ClientCreation, key: string | null): Promise<Created>;
	change(scope: Scope, id: ClientId, change: ClientChange): Promise<Changed>;
	/** With everything that is the client's. `name` has to be its name. */
	delete(scope: Scope, id: ClientId, name: string): Promise<Deleted>;
};

/** How many clients a workspace may have, itself included. */
export const CLIENTS_LIMIT = 500;
