import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import { ROLES, type Role } from "#contract/workspaces/roles.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, id, int, oneOf, orNull, readRow, readRows, text, time } from "#server/platform/db/rows.ts";
import type { Joiner } from "../invitation.ts";
import type { MemberRow } from "../member-row.ts";
import type { MemberTerms } from "../member-rules.ts";

const MEMBER = {
	accountId: id<AccountId>(),
	name: text,
	email: text,
	role: oneOf(ROLES),
	clientId: orNull(id<ClientId>()),
	since: time,
	endsOn: orNull(text),
};

const SELECT = `SELECT account_id AS "accountId", btrim(first_name || ' ' || last_name) AS name, email, role,
	client_id AS "clientId", accepted_at AS since, ends_on::text AS "endsOn"
	FROM memberships JOIN accounts ON accounts.id = account_id WHERE workspace_id = $1`;

/** The most powerful role first. */
const BY_ROLE = `array_position(ARRAY[${ROLES.map((role) => `'${role}'`).join(", ")}], role)`;

export function memberRows(executor: Executor, workspaceId: WorkspaceId) {
	const count = async (where: string): Promise<number> => {
		const sql = `SELECT count(*) AS n FROM memberships WHERE workspace_id = $1 ${where}`;
		return (await readRow(executor, { n: int }, sql, [workspaceId]))?.n ?? 0;
	};
	return {
		/** Locks the workspace until the transaction ends: changes to its people happen one after another. */
		async hold() {
			await executor.query("SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE", [workspaceId]);
		},
		/** Owners first, then by name. With a client: without guests of other clients. */
		members: (onlyOf: ClientId | null): Promise<MemberRow[]> =>
			readRows(
				executor,
				MEMBER,
				`${SELECT} AND ($2::uuid IS NULL OR client_id IS NULL OR client_id = $2)
				 ORDER BY role <> 'owner', lower(btrim(first_name || ' ' || last_name)), account_id`,
				[workspaceId, onlyOf],
			),
		/** Including a member whose last day is over. */
		member: (accountId: AccountId): Promise<MemberRow | undefined> =>
			readRow(executor, MEMBER, `${SELECT} AND account_id = $2`, [workspaceId, accountId]),
		countOwners: () => count("AND role = 'owner'"),
		countMembers: () => count(""),
		/** Whether the account with this address is a member today. */
		async isMember(emailKey: string, today: string) {
			const row = await readRow(
				executor,
				{ found: flag },
				`SELECT true AS found FROM memberships JOIN accounts ON accounts.id = account_id
				 WHERE workspace_id = $1 AND email_key = $2 AND (ends_on IS NULL OR ends_on >= $3)`,
				[workspaceId, emailKey, today],
			);
			return row !== undefined;
		},
		/** Names of members with these roles, the most powerful first. */
		async namesOf(roles: readonly Role[], today: string): Promise<string[]> {
			const rows = await readRows(
				executor,
				{ name: text },
				`SELECT btrim(first_name || ' ' || last_name) AS name FROM memberships JOIN accounts ON accounts.id = account_id
				 WHERE workspace_id = $1 AND role = ANY($2) AND (ends_on IS NULL OR ends_on >= $3)
				 ORDER BY ${BY_ROLE}, name LIMIT 5`,
				[workspaceId, roles, today],
			);
			return rows.map(({ name }) => name);
		},
		async setStanding(accountId: AccountId, { role, clientId, endsOn }: MemberTerms) {
			await executor.query(
				"UPDATE memberships SET role = $3, client_id = $4, ends_on = $5 WHERE workspace_id = $1 AND account_id = $2",
				[workspaceId, accountId, role, clientId, endsOn],
			);
		},
		/** Also restores a member whose last day is over. */
		async addMember(
			accountId: AccountId,
			{ role, clientId, endsOn }: MemberTerms,
			{ invitedBy, now }: { invitedBy: AccountId | null; now: Date },
		) {
			await executor.query(
				`INSERT INTO memberships (workspace_id, account_id, role, client_id, ends_on, invited_by, accepted_at)
				 VALUES ($1, $2, $3, $4, $5, $6, $7)
				 ON CONFLICT (workspace_id, account_id) DO UPDATE SET role = excluded.role, client_id = excluded.client_id,
				   ends_on = excluded.ends_on, invited_by = excluded.invited_by, accepted_at = excluded.accepted_at`,
				[workspaceId, accountId, role, clientId, endsOn, invitedBy, now],
			);
		},
		async removeMember(accountId: AccountId) {
			await executor.query("DELETE FROM memberships WHERE workspace_id = $1 AND account_id = $2", [
				workspaceId,
				accountId,
			]);
		},
		/** Locks the account that is about to join. Undefined if it is gone. */
		joiner: (accountId: AccountId): Promise<Joiner | undefined> =>
			readRow(
				executor,
				{ accountId: id<AccountId>(), email: text, emailKey: text, emailConfirmed: flag },
				`SELECT id AS "accountId", email, email_key AS "emailKey", email_confirmed_at IS NOT NULL AS "emailConfirmed"
				 FROM accounts WHERE id = $1 FOR SHARE`,
				[accountId],
			),
	};
}
