import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import type { Membership } from "#contract/workspaces/workspaces.ts";
import type { Counter, Point } from "#server/platform/db/counter.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { keyMismatch, type Refusal } from "#server/platform/refusals/refusal.ts";
import { orOutcome, Refused } from "#server/platform/refusals/refused.ts";
import { actingFor } from "#server/platform/tenancy/acting-for.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { oncePerKey } from "../../../accounts/store/account-requests.ts";
import type { TimeToFixChanged } from "../../time-to-fix-changed.ts";
import type { InvitationMail } from "../invitation-mail.ts";
import type { OfferRow } from "../invitation-row.ts";
import { findInvited, findOffer, invitationRows, saveToken } from "./invitation-rows.ts";
import { memberRows } from "./member-rows.ts";
import { countOwned, type RecipientOf, readWorkspaces, workspaceRows } from "./workspace-rows.ts";

/** Queues an email through the given connection, so that it commits with everything else done there. */
type SendInvitation = (mail: InvitationMail, through: Executor) => Promise<void>;

type Deps = {
	pool: Pool;
	walled: Pool;
	recipientOf: RecipientOf;
	timeToFixChanged: Moment<TimeToFixChanged>;
};

/** Who acts in which workspace. */
type Acting = Omit<Scope, "role">;

/** Names one request, and what must be the same in a repeat. */
type Asked = { key: string | null; compared: object };

/** Those of one workspace, through one connection. */
const peopleStatements = (
	{
		executor,
		send,
		...own
	}: Pick<Deps, "recipientOf" | "timeToFixChanged"> & { executor: Executor; send: SendInvitation },
	workspaceId: WorkspaceId,
) => ({
	...memberRows(executor, workspaceId),
	...invitationRows(executor, workspaceId),
	...workspaceRows(executor, workspaceId, own),
	takePoint: (counter: Counter): Promise<Point> => takePoint(executor, counter),
	/** Sends its email if and only if the transaction commits. */
	enqueueMail: (mail: InvitationMail) => send(mail, executor),
});

/** What can be done to the people of one workspace, and to the workspace itself. */
export type PeopleStatements = ReturnType<typeof peopleStatements>;

/** Workspaces and their people in PostgreSQL. */
export function createPeopleStore({ pool, walled, recipientOf, timeToFixChanged }: Deps, send: SendInvitation) {
	const statements = (executor: Executor, workspaceId: WorkspaceId) =>
		peopleStatements({ executor, recipientOf, timeToFixChanged, send }, workspaceId);
	return {
		/** Runs `work` in one transaction. Rolled back when it throws or its outcome is not `ok`. */
		transaction: <T extends { ok: boolean }>(scope: Acting, work: (tx: PeopleStatements) => Promise<T>): Promise<T> =>
			inTransaction(
				within(walled, scope),
				(client) => work(statements(client, scope.workspaceId)),
				({ ok }) => ok,
			),
		/** The same, once for each key: a repeat gets the first answer. */
		async once<T extends object>(
			scope: Acting,
			{ key, compared }: Asked,
			work: (tx: PeopleStatements) => Promise<{ ok: true; answer: T } | Refusal>,
		): Promise<{ ok: true; answer: T } | Refusal> {
			const asked = { owner: scope.accountId, key, compared };
			return orOutcome<Refusal, { ok: true; answer: T } | Refusal>(async () => {
				const done = await oncePerKey(within(walled, scope), asked, async (client) => {
					const outcome = await work(statements(client, scope.workspaceId));
					if (!outcome.ok) throw new Refused(outcome);
					return outcome.answer;
				});
				return done.ok ? done : keyMismatch;
			});
		},
		/** The same for an account that is about to become a member. */
		joining: <T extends { ok: boolean }>(
			{ workspaceId, accountId }: { workspaceId: WorkspaceId; accountId: AccountId },
			work: (tx: PeopleStatements) => Promise<T>,
		): Promise<T> =>
			inTransaction(
				// The whole database, for someone who is not a member yet.
				actingFor(pool, accountId),
				(client) => work(statements(client, workspaceId)),
				({ ok }) => ok,
			),
		/** The account's own first, then by name. */
		workspacesOf: (accountId: AccountId, today: string): Promise<Membership[]> =>
			readWorkspaces(pool, recipientOf, { accountId, today }),
		countOwned: (accountId: AccountId) => countOwned(pool, accountId),
		takePoint: (counter: Counter): Promise<Point> => takePoint(pool, counter),
		/** What a link is about. */
		findOffer: (tokenHash: Buffer): Promise<OfferRow | undefined> => findOffer(pool, tokenHash),
		/** Where an email goes; undefined if there is no longer a reason for it. */
		findInvited: (mail: InvitationMail, now: Date): Promise<string | undefined> => findInvited(pool, mail, now),
		/** Stores the hash of a new link, if the invitation is open and has not been sent again since. */
		saveToken: (mail: InvitationMail, tokenHash: Buffer, now: Date): Promise<OfferRow | undefined> =>
			saveToken(pool, mail, tokenHash, now),
	};
}

export type PeopleStore = ReturnType<typeof createPeopleStore>;
