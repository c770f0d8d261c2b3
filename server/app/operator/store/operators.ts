import type { AccountId } from "#contract/ids.ts";
import { addressKey } from "#server/identity/accounts/email/address.ts";
import { setOperator } from "#server/identity/accounts/store/account-rows.ts";
import { endSessions } from "#server/identity/accounts/store/session-rows.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { flag, id, readRow, readRows, text } from "#server/platform/db/rows.ts";
import { noteAct } from "./audit.ts";

/** `unconfirmed`: anyone can register with someone else's address, so only a confirmed one gets the role. */
type RoleChange = "changed" | "unchanged" | "no account" | "unconfirmed";

/** Which accounts are operators. Every process sees a change with the next request of a session. */
export type Operators = {
	grant(email: string): Promise<RoleChange>;
	revoke(email: string): Promise<RoleChange>;
	/** Their addresses. */
	list(): Promise<string[]>;
	/** Signs an account out everywhere, or every account. Returns how many sessions ended; undefined if there is no such account. */
	endSessions(whose: { email: string } | "all"): Promise<number | undefined>;
};

export function createOperators(pool: Pool): Operators {
	const set = (email: string, operator: boolean): Promise<RoleChange> =>
		inTransaction(pool, async (tx) => {
			const account = await readRow(
				tx,
				{ accountId: id<AccountId>(), confirmed: flag, operator: flag },
				`SELECT id AS "accountId", email_confirmed_at IS NOT NULL AS confirmed, is_operator AS operator
				 FROM accounts WHERE email_key = $1 FOR UPDATE`,
				[addressKey(email)],
			);
			if (!account) return "no account";
			if (account.operator === operator) return "unchanged";
			if (operator && !account.confirmed) return "unconfirmed";
			await setOperator(tx, account.accountId, operator);
			// The trail outlives the account, so it has no address.
			const what = operator ? "operator granted" : "operator revoked";
			await noteAct(tx, { what, by: "operator", target: account.accountId });
			return "changed";
		});
	return {
		grant: (email) => set(email, true),
		revoke: (email) => set(email, false),
		endSessions: (whose) =>
			inTransaction(pool, async (tx) => {
				const account =
					whose === "all"
						? undefined
						: await readRow(
								tx,
								{ accountId: id<AccountId>() },
								`SELECT id AS "accountId" FROM accounts WHERE email_key = $1`,
								[addressKey(whose.email)],
							);
				if (whose !== "all" && !account) return undefined;
				const ended = await endSessions(tx, account?.accountId ?? "all");
				await noteAct(tx, { what: "sessions ended", by: "operator", target: account?.accountId, detail: `${ended}` });
				return ended;
			}),
		async list() {
			const rows = await readRows(pool, { email: text }, "SELECT email FROM accounts WHERE is_operator ORDER BY email");
			return rows.map(({ email }) => email);
		},
	};
}
