import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { id, int, orNull, readRow, text, time, uuid } from "#server/platform/db/rows.ts";
import { mailboxHash } from "#server/platform/texts/mailbox.ts";
import { SIGNED_LINK_DAYS, type SignedCopies, type SignedMail } from "../signed-copies.ts";

const COPY = { email: text, workspace: text, said_at: time };
const LINK = {
	workspace_id: id<WorkspaceId>(),
	client_id: id<ClientId>(),
	signed_by: id<AccountId>(),
	assessment_id: uuid,
	title: text,
	workspace: text,
	revision: int,
	sha256: text,
	said_at: time,
	voided_at: orNull(time),
	expires_at: time,
};
const LIFE_MS = SIGNED_LINK_DAYS * 86_400_000;

/** `pool` sees all workspaces: a signer has only a token. */
export const createSignedCopies = (pool: Pool, now: () => Date): SignedCopies => ({
	async find(mail) {
		const copy = await readRow(
			pool,
			COPY,
			`SELECT recipient.email, workspaces.name AS workspace, received_at AS said_at
			 FROM sign_offs AS signed JOIN workspaces ON workspaces.id = signed.workspace_id, LATERAL (${RECIPIENT}) AS recipient
			 WHERE signed.workspace_id = $1 AND signed.id = $2 AND recipient.email IS NOT NULL`,
			[mail.workspaceId, mail.signOffId, mail.signer],
		);
		if (!copy) return undefined;
		const expiresAt = new Date(copy.said_at.getTime() + LIFE_MS);
		if (expiresAt <= now() || (await isSuppressed(pool, copy.email))) return undefined;
		return { to: copy.email, workspace: copy.workspace, expiresAt };
	},
	async saveToken({ workspaceId, signOffId }, tokenHash) {
		await pool.query(
			`INSERT INTO signed_links (token_hash, workspace_id, client_id, sign_off_id, created_at, expires_at)
			 SELECT $3, workspace_id, client_id, id, $4, received_at + $5 * interval '1 day' FROM sign_offs
			 WHERE workspace_id = $1 AND id = $2`,
			[workspaceId, signOffId, tokenHash, now(), SIGNED_LINK_DAYS],
		);
	},
	async open(tokenHash) {
		const row = await readRow(
			pool,
			LINK,
			`SELECT signed.workspace_id, signed.client_id, signed_by, assessment_id, assessments.title, workspaces.name AS workspace,
			   signed.revision, encode(sha256, 'hex') AS sha256, signed.said_at, voided_at, expires_at
			 FROM signed_links AS link
			   JOIN sign_offs AS signed ON (signed.workspace_id, signed.id) = (link.workspace_id, link.sign_off_id)
			   JOIN assessments ON (assessments.workspace_id, assessments.id) = (signed.workspace_id, assessment_id)
			   JOIN workspaces ON workspaces.id = signed.workspace_id
			 WHERE token_hash = $1 AND expires_at > $2`,
			[tokenHash, now()],
		);
		if (!row) return undefined;
		const { workspace_id: workspaceId, client_id: clientId, signed_by: accountId } = row;
		return {
			scope: { workspaceId, clientId, accountId, role: "auditor" },
			assessmentId: row.assessment_id,
			title: row.title,
			workspace: row.workspace,
			revision: row.revision,
			sha256: row.sha256,
			signedAt: row.said_at,
			voidedAt: row.voided_at,
			expiresAt: row.expires_at,
		};
	},
});

/** The address of a signer, or of the member who collected the signatures, as long as that person is a member with a confirmed address. */
const RECIPIENT = `SELECT CASE WHEN $3::integer IS NOT NULL THEN signers -> $3::integer ->> 'email' ELSE (
	  SELECT email FROM accounts JOIN memberships ON account_id = accounts.id
	  WHERE accounts.id = signed_by AND memberships.workspace_id = signed.workspace_id AND email_confirmed_at IS NOT NULL
	    AND (memberships.client_id IS NULL OR memberships.client_id = signed.client_id)
	    AND (ends_on IS NULL OR ends_on >= (now() AT TIME ZONE 'UTC')::date)) END AS email`;

/** The mailbox's owner asked for no emails that others cause. */
async function isSuppressed(pool: Pool, email: string): Promise<boolean> {
	const { rowCount } = await pool.query("SELECT 1 FROM mail_suppressions WHERE mailbox_hash = $1", [
		mailboxHash(email),
	]);
	return rowCount === 1;
}

/** Has copies of signatures that were just stored emailed, one to each address, in the same transaction. */
export async function sendCopies(
	client: Executor,
	{
		workspaceId,
		signOffId,
		emails,
	}: { workspaceId: string; signOffId: string; emails: readonly (string | undefined)[] },
	send: (mail: SignedMail, through: Executor) => Promise<void>,
): Promise<void> {
	await send({ workspaceId, signOffId, signer: null }, client);
	for (const [signer, email] of emails.entries()) {
		const isFirst = emails.findIndex((one) => one?.toLowerCase() === email?.toLowerCase()) === signer;
		if (email !== undefined && isFirst) await send({ workspaceId, signOffId, signer }, client);
	}
}
