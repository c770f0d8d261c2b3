import type { Client } from "#contract/workspaces/workspaces.ts";

export type TakenIn =
	| { ok: true; client: Client }
	/** The client as which the same file was taken in before. */
	| { ok: false; because: "already_exists"; client: Client }
	/** At most 50 of them, with the names of their clients. */
	| { ok: false; because: "host_of_other_client"; hosts: { host: string; client: string }[] }
	| { ok: false; because: "bad_file"; message: string }
	| { ok: false; because: "client_unknown" | "limit_reached" | "storage_full" | "idempotency_mismatch" };
