import type { AccountId } from "#contract/ids.ts";
import { inOwnTransaction, type Pool } from "../db/pool.ts";
import { beginWith } from "./begin-with.ts";
import type { Seen } from "./scope.ts";

/**
 * The database as one workspace sees it, or one of its clients if the scope names one: row-level security lets nothing else through
 * (migrations/0027-walls.sql), whatever a statement forgets. A single statement runs in its own transaction. `plumbline.account` is who
 * acts, for the audit log; null for a person without an account.
 */
export function within(
	walled: Pool,
	{ workspaceId, clientId, accountId }: Seen & { accountId: AccountId | null },
): Pool {
	const seen: Pool = {
		begin: beginWith(walled, { workspace: workspaceId, seen_client: clientId ?? "", account: accountId ?? "" }),
		connect: () => walled.connect(),
		end: () => walled.end(),
		pipelines: walled.pipelines ?? false,
		query: (statement, values) => inOwnTransaction(seen, statement, values),
	};
	return seen;
}
