import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import type { MappedRole, SignOnFailure } from "#contract/sign-on/sign-on.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { bytes, flag, id, readRow, readRows, text, time } from "#server/platform/db/rows.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { accountStatements, type SendAccountMail } from "../../accounts/store/account-store.ts";
import { noteSignOn } from "../../accounts/store/session-rows.ts";
import type { MemberRow } from "../../workspaces/people/member-row.ts";
import { memberRows } from "../../workspaces/people/store/member-rows.ts";
import type { Identity } from "../identity.ts";
import type { Provider } from "../provider.ts";
import { PROVIDER, PROVIDER_COLUMNS, type SignOnRows, signOnRows } from "./sign-on-rows.ts";

const ATTEMPT = {
	workspaceId: id<WorkspaceId>(),
	browserHash: bytes,
	codeVerifier: text,
	nonce: text,
	nextPath: text,
	expiresAt: time,
};

/** A sign-in that is at the provider. */
export type Attempt = {
	workspaceId: WorkspaceId;
	browserHash: Buffer;
	codeVerifier: string;
	nonce: string;
	nextPath: string;
	expiresAt: Date;
};

/** Company sign-in in PostgreSQL. Owners see their workspace's; a sign-in, which belongs to nobody yet, sees all. */
export function createSignOnStore({ pool, walled }: { pool: Pool; walled: Pool }, send: SendAccountMail) {
	return {
		/** Visible to an owner, who can change it. */
		ofWorkspace: ({ workspaceId, accountId }: { workspaceId: WorkspaceId; accountId: AccountId }): SignOnRows =>
			signOnRows(within(walled, { workspaceId, clientId: null, accountId }), workspaceId),
		/** The provider that addresses in a verified domain lead to. */
		providerOf: (domain: string): Promise<Provider | undefined> =>
			readRow(
				pool,
				PROVIDER,
				`SELECT ${PROVIDER_COLUMNS} FROM sign_on_providers JOIN sign_on_domains USING (workspace_id)
				 WHERE domain = $1 AND verified_at IS NOT NULL`,
				[domain],
			),
		providerById: (workspaceId: WorkspaceId): Promise<Provider | undefined> =>
			readRow(pool, PROVIDER, `SELECT ${PROVIDER_COLUMNS} FROM sign_on_providers WHERE workspace_id = $1`, [
				workspaceId,
			]),
		async verifiedDomains(workspaceId: WorkspaceId): Promise<string[]> {
			const rows = await readRows(
				pool,
				{ domain: text },
				"SELECT domain FROM sign_on_domains WHERE workspace_id = $1 AND verified_at IS NOT NULL",
				[workspaceId],
			);
			return rows.map(({ domain }) => domain);
		},
		async insertAttempt(
			stateHash: Buffer,
			{ workspaceId, browserHash, codeVerifier, nonce, nextPath, expiresAt }: Attempt,
		) {
			await pool.query("DELETE FROM sign_on_attempts WHERE expires_at < now()");
			await pool.query(
				`INSERT INTO sign_on_attempts (state_hash, workspace_id, browser_hash, code_verifier, nonce, next_path, expires_at)
				 VALUES ($1, $2, $3, $4, $5, $6, $7)`,
				[stateHash, workspaceId, browserHash, codeVerifier, nonce, nextPath, expiresAt],
			);
		},
		/** Deletes it as it reads it: a state works once. */
		takeAttempt: (stateHash: Buffer, browserHash: Buffer, now: Date): Promise<Attempt | undefined> =>
			readRow(
				pool,
				ATTEMPT,
				`DELETE FROM sign_on_attempts WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > $3
				 RETURNING workspace_id AS "workspaceId", browser_hash AS "browserHash", code_verifier AS "codeVerifier", nonce,
				   next_path AS "nextPath", expires_at AS "expiresAt"`,
				[stateHash, browserHash, now],
			),
		/** Notes how a sign-in ended, if its client is still the workspace's. */
		async noteOutcome(
			{ workspaceId, issuer, clientId }: Provider,
			{ cameAt, failure }: { cameAt: Date; failure: null } | { cameAt: null; failure: SignOnFailure },
		) {
			await pool.query(
				`INSERT INTO sign_on_outcomes AS known (workspace_id, issuer, oauth_client, came_at, failure)
				 SELECT workspace_id, issuer, oauth_client, $4::timestamptz, $5 FROM sign_on_providers
				 WHERE workspace_id = $1 AND issuer = $2 AND oauth_client = $3
				 ON CONFLICT (workspace_id) DO UPDATE SET issuer = excluded.issuer, oauth_client = excluded.oauth_client,
				   failure = excluded.failure, came_at = coalesce(excluded.came_at, CASE
				     WHEN (known.issuer, known.oauth_client) = (excluded.issuer, excluded.oauth_client) THEN known.came_at END)`,
				[workspaceId, issuer, clientId, cameAt, failure],
			);
		},
		transaction: <T extends { ok: boolean }>(work: (tx: SignOnStatements) => Promise<T>): Promise<T> =>
			inTransaction(
				pool,
				(client) => work(statements(client, send)),
				({ ok }) => ok,
			),
	};
}

export type SignOnStore = ReturnType<typeof createSignOnStore>;

const statements = (executor: Executor, send: SendAccountMail) => ({
	...accountStatements(executor, send),
	async accountOf({ workspaceId, issuer, subject }: Identity): Promise<AccountId | undefined> {
		const row = await readRow(
			executor,
			{ accountId: id<AccountId>() },
			`SELECT account_id AS "accountId" FROM sign_on_identities WHERE workspace_id = $1 AND issuer = $2 AND subject = $3`,
			[workspaceId, issuer, subject],
		);
		return row?.accountId;
	},
	/** Whether the account came from a provider of the workspace before `now`. Everyone who did was made a member then. */
	async cameBefore(workspaceId: WorkspaceId, accountId: AccountId, now: Date) {
		const row = await readRow(
			executor,
			{ came: flag },
			`SELECT EXISTS (SELECT FROM sign_on_identities WHERE workspace_id = $1 AND account_id = $2 AND created_at < $3) AS came`,
			[workspaceId, accountId, now],
		);
		return row?.came ?? false;
	},
	async insertIdentity({ workspaceId, issuer, subject }: Identity, accountId: AccountId, now: Date) {
		await executor.query(
			`INSERT INTO sign_on_identities (workspace_id, issuer, subject, account_id, created_at) VALUES ($1, $2, $3, $4, $5)
			 ON CONFLICT (workspace_id, issuer, subject) DO UPDATE SET account_id = excluded.account_id, created_at = excluded.created_at`,
			[workspaceId, issuer, subject, accountId, now],
		);
	},
	/** Sets who acts, for the audit log. */
	async actAs(accountId: AccountId) {
		await executor.query("SELECT set_config('plumbline.account', $1, true)", [accountId]);
	},
	holdWorkspace: (workspaceId: WorkspaceId) => memberRows(executor, workspaceId).hold(),
	async workspaceName(workspaceId: WorkspaceId): Promise<string> {
		const row = await readRow(executor, { name: text }, "SELECT name FROM workspaces WHERE id = $1", [workspaceId]);
		return row?.name ?? "";
	},
	member: (workspaceId: WorkspaceId, accountId: AccountId): Promise<MemberRow | undefined> =>
		memberRows(executor, workspaceId).member(accountId),
	async giveRole(
		workspaceId: WorkspaceId,
		accountId: AccountId,
		role: MappedRole,
		member: MemberRow | undefined,
		now: Date,
	) {
		const rows = memberRows(executor, workspaceId);
		if (member) return rows.setStanding(accountId, { role, clientId: null, endsOn: member.endsOn });
		return rows.addMember(accountId, { role, clientId: null, endsOn: null }, { invitedBy: null, now });
	},
	/** Notes which workspace's provider a session came through, and where the browser can sign out there. */
	markSession: (tokenHash: Buffer, workspaceId: WorkspaceId, signOutPage: string | null) =>
		noteSignOn(executor, tokenHash, { workspaceId, signOutPage }),
});

/** What a sign-in does to accounts and members, in one transaction. */
export type SignOnStatements = ReturnType<typeof statements>;
