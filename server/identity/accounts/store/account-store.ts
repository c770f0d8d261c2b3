import { coalesce } from "#server/platform/db/coalesce.ts";
import type { Counter, Point } from "#server/platform/db/counter.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { clearPoints, returnPoint, takePoint } from "#server/platform/db/rate-limits.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import type { AskedSession } from "../../sessions/found-session.ts";
import type { AddressConfirmed } from "../address-confirmed.ts";
import type { AccountMail } from "../email/mail.ts";
import { accountRows } from "./account-rows.ts";
import { codeRows } from "./code-rows.ts";
import { passkeyRows } from "./passkey-rows.ts";
import { secondFactorRows } from "./second-factor-rows.ts";
import { findSessions, sessionRows } from "./session-rows.ts";

/** Queues an email through the given connection, so that it commits with everything else done there. */
export type SendAccountMail = (mail: AccountMail, through: Executor) => Promise<void>;

/** What can be done to accounts through one connection. */
export const accountStatements = (executor: Executor, send: SendAccountMail) => ({
	...accountRows(executor),
	...sessionRows(executor),
	...codeRows(executor),
	...secondFactorRows(executor),
	...passkeyRows(executor),
	/** Counts one, or returns in how many seconds there will be room again. */
	takePoint: (counter: Counter): Promise<Point> => takePoint(executor, counter),
	returnPoint: (counter: Counter) => returnPoint(executor, counter),
	clearPoints: (counter: Counter) => clearPoints(executor, counter),
	/** Queues an email. Inside a transaction, it is sent if and only if the transaction commits. */
	enqueueMail: (mail: AccountMail) => send(mail, executor),
});

/** What can be done to accounts, in one transaction or each by itself. */
export type AccountStatements = ReturnType<typeof accountStatements>;

/** Accounts in PostgreSQL. */
export function createAccountStore(pool: Pool, send: SendAccountMail, confirmed: Moment<AddressConfirmed>) {
	const statements = (client: Executor) => ({
		...accountStatements(client, send),
		/** Call this where an address was confirmed. */
		addressConfirmed: (facts: AddressConfirmed) => confirmed(client, facts),
	});
	return {
		...accountStatements(pool, send),
		// Runs with every request: simultaneous calls share a statement.
		findSession: coalesce((asked: readonly AskedSession[]) => findSessions(pool, asked), {
			most: 64,
			atOnce: 2,
			waiting: 512,
		}),
		/** Runs `work` in one transaction. Rolled back when it throws or its outcome is not `ok`. */
		transaction: <T extends { ok: boolean }>(work: (tx: ReturnType<typeof statements>) => Promise<T>): Promise<T> =>
			inTransaction(
				pool,
				(client) => work(statements(client)),
				(outcome) => outcome.ok,
			),
	};
}

export type AccountStore = ReturnType<typeof createAccountStore>;
