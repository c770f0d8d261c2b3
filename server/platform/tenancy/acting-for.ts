import type { AccountId } from "#contract/ids.ts";
import { inOwnTransaction, type Pool } from "../db/pool.ts";
import { beginWith } from "./begin-with.ts";

/** The same view as the pool's, in transactions that say who acts, for the audit log. */
export function actingFor(pool: Pool, accountId: AccountId): Pool {
	const acting: Pool = {
		begin: beginWith(pool, { account: accountId }),
		connect: () => pool.connect(),
		end: () => pool.end(),
		pipelines: pool.pipelines ?? false,
		query: (statement, values) => inOwnTransaction(acting, statement, values),
	};
	return acting;
}
