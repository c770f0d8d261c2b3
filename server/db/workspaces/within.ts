import type { Scope } from "../../workspaces/scope.ts";
import { inTransaction, type Pool } from "../pool.ts";

/**
 * The database as one workspace sees it, and as one client of it if the scope names one: row-level security lets nothing else
 * through (migrations/0027-walls.sql), whatever a statement forgets to say. A single statement runs in a transaction of its own.
 * `plumbline.account` is who acts, for the audit log.
 */
export function within(walled: Pool, { workspaceId, clientId, accountId }: Omit<Scope, "role">): Pool {
	// All of them were parsed as UUIDs: there is nothing to quote.
	const settings = { workspace: workspaceId, seen_client: clientId ?? "", account: accountId };
	const set = Object.entries(settings).map(([name, value]) => `SET LOCAL plumbline.${name} = '${value}'`);
	const seen: Pool = {
		begin: ["BEGIN", ...set].join("; "),
		connect: () => walled.connect(),
		end: () => walled.end(),
		query: (statement, values) => inTransaction(seen, (client) => client.query(statement, values)),
	};
	return seen;
}
