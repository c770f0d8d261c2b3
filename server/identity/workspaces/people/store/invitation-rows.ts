import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import { ROLES, type Role } from "#contract/workspaces/roles.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, int, oneOf, orNull, readRow, readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import type { InvitationMail } from "../invitation-mail.ts";
import type { InvitationRow, OfferRow } from "../invitation-row.ts";
import type { MemberTerms } from "../member-rules.ts";

const INVITATION = {
	id: uuid,
	workspaceId: id<WorkspaceId>(),
	email: text,
	emailKey: text,
	role: oneOf(ROLES),
	clientId: orNull(id<ClientId>()),
	endsOn: orNull(text),
	createdAt: time,
	expiresAt: time,
	acceptedAt: orNull(time),
	acceptedBy: orNull(id<AccountId>()),
	revokedAt: orNull(time),
	invitedBy: id<AccountId>(),
	inviter: orNull(text),
};

const COLUMNS = `invitations.id, invitations.workspace_id AS "workspaceId", invitations.email,
	invitations.email_key AS "emailKey", invitations.role, invitations.client_id AS "clientId",
	invitations.ends_on::text AS "endsOn", invitations.created_at AS "createdAt", invitations.expires_at AS "expiresAt",
	invitations.accepted_at AS "acceptedAt", invitations.accepted_by AS "acceptedBy", invitations.revoked_at AS "revokedAt",
	invitations.invited_by AS "invitedBy", btrim(first_name || ' ' || last_name) AS inviter`;
const FROM = "FROM invitations LEFT JOIN accounts ON accounts.id = invited_by";

const OPEN = "accepted_at IS NULL AND revoked_at IS NULL AND expires_at >";

type NewInvitation = MemberTerms &
	Pick<InvitationRow, "id" | "email" | "emailKey" | "invitedBy" | "createdAt" | "expiresAt">;

export function invitationRows(executor: Executor, workspaceId: WorkspaceId) {
	const read = (rest: string, values: unknown[]): Promise<InvitationRow[]> =>
		readRows(executor, INVITATION, `SELECT ${COLUMNS} ${FROM} WHERE workspace_id = $1 AND ${rest}`, [
			workspaceId,
			...values,
		]);
	return {
		/** Newest first: open ones, and those that ended within 30 days. */
		invitations: (now: Date): Promise<InvitationRow[]> =>
			read(
				`coalesce(accepted_at, revoked_at, expires_at) > $2::timestamptz - interval '30 days'
				 ORDER BY invitations.created_at DESC, invitations.id`,
				[now],
			),
		invitation: async (id: string): Promise<InvitationRow | undefined> => (await read("invitations.id = $2", [id]))[0],
		openTo: (emailKey: string, now: Date): Promise<InvitationRow[]> =>
			read(`invitations.email_key = $2 AND ${OPEN} $3`, [emailKey, now]),
		async countOpen(now: Date) {
			const sql = `SELECT count(*) AS n FROM invitations WHERE workspace_id = $1 AND ${OPEN} $2`;
			return (await readRow(executor, { n: int }, sql, [workspaceId, now]))?.n ?? 0;
		},
		async insertInvitation({
			id,
			email,
			emailKey,
			role,
			clientId,
			endsOn,
			invitedBy,
			createdAt,
			expiresAt,
		}: NewInvitation) {
			await executor.query(
				`INSERT INTO invitations
				   (id, workspace_id, email, email_key, role, client_id, ends_on, invited_by, created_at, expires_at)
				 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
				[id, workspaceId, email, emailKey, role, clientId, endsOn, invitedBy, createdAt, expiresAt],
			);
		},
		/** Its link no longer works; the next email has another one. */
		async renewInvitation(id: string, expiresAt: Date) {
			await executor.query(
				"UPDATE invitations SET token_hash = NULL, expires_at = $3 WHERE workspace_id = $1 AND id = $2",
				[workspaceId, id, expiresAt],
			);
		},
		async revokeInvitation(id: string, now: Date) {
			await executor.query("UPDATE invitations SET revoked_at = $3 WHERE workspace_id = $1 AND id = $2", [
				workspaceId,
				id,
				now,
			]);
		},
		/** Open ones that this member sent and that offer one of these roles. */
		async revokeSentBy(accountId: AccountId, roles: readonly Role[], now: Date) {
			await executor.query(
				`UPDATE invitations SET revoked_at = $4
				 WHERE workspace_id = $1 AND invited_by = $2 AND role = ANY($3) AND ${OPEN} $4`,
				[workspaceId, accountId, roles, now],
			);
		},
		async acceptInvitation(id: string, accountId: AccountId, now: Date) {
			await executor.query(
				"UPDATE invitations SET accepted_at = $4, accepted_by = $3 WHERE workspace_id = $1 AND id = $2",
				[workspaceId, id, accountId, now],
			);
		},
	};
}

const OFFER = {
	...INVITATION,
	workspaceName: text,
	workspaceKind: oneOf(["company", "consultancy"]),
	clientName: orNull(text),
	inviterEmail: orNull(text),
};

async function readOffer(executor: Executor, where: string, value: unknown): Promise<OfferRow | undefined> {
	const row = await readRow(
		executor,
		OFFER,
		`SELECT ${COLUMNS}, workspaces.name AS "workspaceName", workspaces.kind AS "workspaceKind",
		   clients.name AS "clientName", accounts.email AS "inviterEmail"
		 ${FROM} JOIN workspaces ON workspaces.id = invitations.workspace_id
		 LEFT JOIN clients ON clients.id = invitations.client_id WHERE ${where}`,
		[value],
	);
	if (!row) return undefined;
	const { workspaceName: name, workspaceKind: kind, ...offer } = row;
	return { ...offer, workspace: { name, kind } };
}

/** What a link is about, in any workspace. */
export const findOffer = (executor: Executor, tokenHash: Buffer): Promise<OfferRow | undefined> =>
	readOffer(executor, "invitations.token_hash = $1", tokenHash);

/** The address of an invitation that is open and has not been sent again since. */
export async function findInvited(
	executor: Executor,
	{ invitationId, expiresAt }: InvitationMail,
	now: Date,
): Promise<string | undefined> {
	const sql = `SELECT email FROM invitations WHERE id = $1 AND expires_at = $2 AND ${OPEN} $3`;
	return (await readRow(executor, { email: text }, sql, [invitationId, expiresAt, now]))?.email;
}

/** In one statement, so that neither a revocation nor another email comes in between. */
export async function saveToken(
	executor: Executor,
	{ invitationId, expiresAt }: InvitationMail,
	tokenHash: Buffer,
	now: Date,
): Promise<OfferRow | undefined> {
	const { rowCount } = await executor.query(
		`UPDATE invitations SET token_hash = $3 WHERE id = $1 AND expires_at = $2 AND ${OPEN} $4`,
		[invitationId, expiresAt, tokenHash, now],
	);
	return rowCount === 1 ? readOffer(executor, "invitations.id = $1", invitationId) : undefined;
}
