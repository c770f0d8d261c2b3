import { coalesce } from "#server/platform/db/coalesce.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { clearPoints, returnPoint, takePoint } from "#server/platform/db/rate-limits.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import type { AskedSession } from "../../sessions/found-session.ts";
import type { AddressConfirmed } from "../address-confirmed.ts";
import type { AccountMail } from "../email/mail.ts";
import type { AccountStatements, AccountStore } from "../ports.ts";
import { accountRows } from "./account-rows.ts";
import { codeRows } from "./code-rows.ts";
import { passkeyRows } from "./passkey-rows.ts";
import { secondFactorRows } from "./second-factor-rows.ts";
import { findSessions, sessionRows } from "./session-rows.ts";

/** Queues a mail through the given connection, so that it is committed with everything else done on it. */
export type SendAccountMail = (mail: AccountMail, through: Executor) => Promise<void>;

/** What can be done to accounts through one connection. */
export const accountStatements = (executor: Executor, send: SendAccountMail): AccountStatements => ({
	...accountRows(executor),
	...sessionRows(executor),
	...codeRows(executor),
	...secondFactorRows(executor),
	...passkeyRows(executor),
	takePoint: (counter) => takePoint(executor, counter),
	returnPoint: (counter) => returnPoint(executor, counter),
	clearPoints: (counter) => clearPoints(executor, counter),
	enqueueMail: (mail) => send(mail, executor),
});

/** Accounts in PostgreSQL. */
export function createAccountStore(
	pool: Pool,
	send: SendAccountMail,
	confirmed: Moment<AddressConfirmed>,
): AccountStore {
	const statements = (executor: Executor) => accountStatements(executor, send);
	return {
		...statements(pool),
		// With every request: those that come at once share a statement.
		findSession: coalesce((asked: readonly AskedSession[]) => findSessions(pool, asked), {
			most: 64,
			atOnce: 2,
			waiting: 512,
		}),
		transaction: (work) =>
			inTransaction(
				pool,
				(client) => work({ ...statements(client), addressConfirmed: (facts) => confirmed(client, facts) }),
				(outcome) => outcome.ok,
			),
	};
}
