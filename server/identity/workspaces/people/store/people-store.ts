import type { WorkspaceId } from "#contract/ids.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import type { Refusal } from "#server/platform/refusals/refusal.ts";
import { refuse } from "#server/platform/refusals/refusal.ts";
import { actingFor } from "#server/platform/tenancy/acting-for.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { oncePerKey } from "../../../accounts/store/account-requests.ts";
import type { InvitationMail, PeopleStatements, PeopleStore } from "../ports.ts";
import { findInvited, findOffer, invitationRows, saveToken } from "./invitation-rows.ts";
import { memberRows } from "./member-rows.ts";
import { countOwned, type RecipientOf, readWorkspaces, workspaceRows } from "./workspace-rows.ts";

/** Queues a mail through the given connection, so that it is committed with everything else done on it. */
type SendInvitation = (mail: InvitationMail, through: Executor) => Promise<void>;

/** Thrown so that nothing is stored under the key of a request that was refused. */
class Refused extends Error {
	readonly refusal: Refusal;
	constructor(refusal: Refusal) {
		super(refusal.message);
		this.refusal = refusal;
	}
}

const MISMATCH = refuse(
	"idempotency_mismatch",
	"This Idempotency-Key was already used for another request. Please send it again under a new key.",
);

type Deps = { pool: Pool; walled: Pool; recipientOf: RecipientOf };

/** Workspaces and their people in PostgreSQL. */
export function createPeopleStore({ pool, walled, recipientOf }: Deps, send: SendInvitation): PeopleStore {
	const statements = (executor: Executor, workspaceId: WorkspaceId): PeopleStatements => ({
		...memberRows(executor, workspaceId),
		...invitationRows(executor, workspaceId),
		...workspaceRows(executor, workspaceId, recipientOf),
		takePoint: (counter) => takePoint(executor, counter),
		enqueueMail: (mail) => send(mail, executor),
	});
	return {
		transaction: (scope, work) =>
			inTransaction(
				within(walled, scope),
				(client) => work(statements(client, scope.workspaceId)),
				({ ok }) => ok,
			),
		async once(scope, { key, compared }, work) {
			try {
				const asked = { owner: scope.accountId, key, compared };
				const done = await oncePerKey(within(walled, scope), asked, async (client) => {
					const outcome = await work(statements(client, scope.workspaceId));
					if (!outcome.ok) throw new Refused(outcome);
					return outcome.answer;
				});
				return done.ok ? done : MISMATCH;
			} catch (error) {
				if (error instanceof Refused) return error.refusal;
				throw error;
			}
		},
		joining: ({ workspaceId, accountId }, work) =>
			inTransaction(
				// The whole database, for one who is not a member yet.
				actingFor(pool, accountId),
				(client) => work(statements(client, workspaceId)),
				({ ok }) => ok,
			),
		workspacesOf: (accountId, today) => readWorkspaces(pool, recipientOf, { accountId, today }),
		countOwned: (accountId) => countOwned(pool, accountId),
		takePoint: (counter) => takePoint(pool, counter),
		findOffer: (tokenHash) => findOffer(pool, tokenHash),
		findInvited: (mail, now) => findInvited(pool, mail, now),
		saveToken: (mail, tokenHash, now) => saveToken(pool, mail, tokenHash, now),
	};
}
