import * as z from "zod/mini";
import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import { tokenScope } from "#contract/tokens/token-scopes.ts";
import type { ApiToken, OwnToken, TokenRequest } from "#contract/tokens/tokens.ts";
import { ROLES } from "#contract/workspaces/roles.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { flag, id, int, oneOf, orNull, readRow, readRows, text, texts, time, uuid } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { FoundToken } from "../../../sessions/found-token.ts";

const FOUND = {
	id: uuid,
	workspaceId: id<WorkspaceId>(),
	accountId: id<AccountId>(),
	scopes: texts,
	endsOn: text,
	lastUsedOn: orNull(text),
	revoked: flag,
	email: text,
	emailConfirmed: flag,
	role: oneOf(ROLES),
	onlyClient: orNull(id<ClientId>()),
	client: orNull(id<ClientId>()),
	archived: flag,
};

// A guest's client narrows a token for all clients; a token for another client reaches nothing.
const FIND = {
	name: "find-api-token",
	text: `SELECT token.id, token.workspace_id AS "workspaceId", token.account_id AS "accountId", scopes,
	   token.ends_on::text AS "endsOn", last_used_on::text AS "lastUsedOn", revoked_at IS NOT NULL AS revoked, email,
	   email_confirmed_at IS NOT NULL AS "emailConfirmed", role, coalesce(member.client_id, token.client_id) AS "onlyClient",
	   clients.id AS client,
	   EXISTS (SELECT FROM clients AS one WHERE one.id = coalesce(member.client_id, token.client_id, clients.id)
	     AND archived_at IS NOT NULL) AS archived
	 FROM api_tokens AS token JOIN accounts ON accounts.id = token.account_id
	 JOIN memberships AS member ON (member.workspace_id, member.account_id) = (token.workspace_id, token.account_id)
	   AND (member.ends_on IS NULL OR member.ends_on >= $3::date)
	   AND (member.client_id IS NULL OR token.client_id IS NULL OR member.client_id = token.client_id)
	 LEFT JOIN clients ON clients.id = $2::uuid AND clients.workspace_id = token.workspace_id
	 WHERE token_hash = $1`,
};

const LISTED = {
	id: uuid,
	name: text,
	prefix: text,
	scopes: texts,
	clientId: orNull(id<ClientId>()),
	accountId: id<AccountId>(),
	madeBy: text,
	createdAt: time,
	endsOn: text,
	lastUsedOn: orNull(text),
	state: oneOf(["active", "expired", "revoked"]),
};

const OWN = {
	name: text,
	prefix: text,
	scopes: texts,
	endsOn: text,
	workspaceId: id<WorkspaceId>(),
	workspaceName: text,
};

const scopesOf = (stored: readonly string[]) => z.array(tokenScope).parse(stored);

/** API tokens in PostgreSQL. One is found by its hash before any workspace is known. */
export function createTokenStore({ pool, walled }: { pool: Pool; walled: Pool }) {
	return {
		/** `clientId`: the client that the request asks for. */
		async find({
			hash,
			clientId,
			today,
		}: {
			hash: Buffer;
			clientId: ClientId | null;
			today: string;
		}): Promise<FoundToken | undefined> {
			const row = await readRow(pool, FOUND, FIND, [hash, clientId, today]);
			if (!row) return undefined;
			const { role, onlyClient, client, archived, scopes, ...token } = row;
			// A program cannot sign in at a company. That is required of the token's creator instead (docs/decisions/0112-api-tokens.md).
			const member = { role, onlyClient, client, archived, mustSignOn: false, mustGiveFactor: false };
			return { ...token, scopes: scopesOf(scopes), member };
		},
		async touch(token: string, today: string) {
			await pool.query("UPDATE api_tokens SET last_used_on = $2 WHERE id = $1", [token, today]);
		},
		/** `all`: everyone's, not only the account's own. */
		async list(scope: Scope, today: string, all: boolean): Promise<ApiToken[]> {
			const rows = await readRows(
				within(walled, scope),
				LISTED,
				`SELECT token.id, name, prefix, scopes, client_id AS "clientId", account_id AS "accountId",
				   btrim(first_name || ' ' || last_name) AS "madeBy", token.created_at AS "createdAt", ends_on::text AS "endsOn",
				   last_used_on::text AS "lastUsedOn",
				   CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN ends_on < $2 THEN 'expired' ELSE 'active' END AS state
				 FROM api_tokens AS token JOIN accounts ON accounts.id = account_id
				 WHERE workspace_id = $1 AND ($3 OR account_id = $4) ORDER BY token.created_at DESC, token.id LIMIT 500`,
				[scope.workspaceId, today, all, scope.accountId],
			);
			return rows.map(
				({ accountId, madeBy, createdAt, scopes, ...token }): ApiToken => ({
					...token,
					scopes: scopesOf(scopes),
					madeBy: { accountId, name: madeBy },
					createdAt: createdAt.toISOString(),
				}),
			);
		},
		/** What a token of the scope’s member is. */
		async own(scope: Scope, token: string): Promise<Omit<OwnToken, "role" | "clientId"> | undefined> {
			const row = await readRow(
				// A token for all clients is also found in a request about one.
				within(walled, { ...scope, clientId: null }),
				OWN,
				`SELECT token.name, prefix, scopes, ends_on::text AS "endsOn", workspaces.id AS "workspaceId",
				   workspaces.name AS "workspaceName"
				 FROM api_tokens AS token JOIN workspaces ON workspaces.id = workspace_id
				 WHERE workspace_id = $1 AND account_id = $2 AND token.id = $3`,
				[scope.workspaceId, scope.accountId, token],
			);
			if (!row) return undefined;
			const { workspaceId, workspaceName, scopes, ...own } = row;
			const workspace = { id: workspaceId, name: workspaceName };
			return { ...own, scopes: scopesOf(scopes), workspace };
		},
		async countActive(scope: Scope, today: string) {
			const sql = `SELECT count(*) AS n FROM api_tokens
				WHERE workspace_id = $1 AND account_id = $2 AND revoked_at IS NULL AND ends_on >= $3`;
			const row = await readRow(within(walled, scope), { n: int }, sql, [scope.workspaceId, scope.accountId, today]);
			return row?.n ?? 0;
		},
		async add(
			scope: Scope,
			{
				id,
				hash,
				prefix,
				createdAt,
				name,
				scopes,
				clientId,
				endsOn,
			}: TokenRequest & { id: string; hash: Buffer; prefix: string; createdAt: Date },
		) {
			await within(walled, scope).query(
				`INSERT INTO api_tokens (id, workspace_id, account_id, client_id, name, prefix, token_hash, scopes, created_at,
				   ends_on)
				 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
				[id, scope.workspaceId, scope.accountId, clientId ?? null, name, prefix, hash, scopes, createdAt, endsOn],
			);
		},
		async hasClient(scope: Scope, clientId: ClientId) {
			const sql = "SELECT true AS found FROM clients WHERE workspace_id = $1 AND id = $2";
			const row = await readRow(within(walled, scope), { found: flag }, sql, [scope.workspaceId, clientId]);
			return row !== undefined;
		},
		/** False if there is no such token that still works. */
		async revoke(scope: Scope, token: string, now: Date, all: boolean) {
			const { rowCount } = await within(walled, scope).query(
				`UPDATE api_tokens SET revoked_at = $3 WHERE workspace_id = $1 AND id = $2 AND revoked_at IS NULL
				   AND ($4 OR account_id = $5)`,
				[scope.workspaceId, token, now, all, scope.accountId],
			);
			return rowCount === 1;
		},
	};
}

export type TokenStore = ReturnType<typeof createTokenStore>;
