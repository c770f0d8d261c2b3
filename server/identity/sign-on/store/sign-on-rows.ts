import type { WorkspaceId } from "#contract/ids.ts";
import { MAPPED_ROLES } from "#contract/sign-on/sign-on.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { bytes, flag, id, json, oneOf, orNull, readRow, readRows, text } from "#server/platform/db/rows.ts";
import type { DomainRow } from "../domain-row.ts";
import type { Provider } from "../provider.ts";

export const PROVIDER = {
	workspaceId: id<WorkspaceId>(),
	issuer: text,
	clientId: text,
	sealedSecret: bytes,
	roleClaim: orNull(text),
	roleValues: json<Provider["roleValues"]>(),
	defaultRole: orNull(oneOf(MAPPED_ROLES)),
	required: flag,
};
export const PROVIDER_COLUMNS = `sign_on_providers.workspace_id AS "workspaceId", issuer, oauth_client AS "clientId",
	sealed_secret AS "sealedSecret", role_claim AS "roleClaim", role_values AS "roleValues", default_role AS "defaultRole", required`;

const UNIQUE_VIOLATION = "23505";

export function signOnRows(executor: Executor, workspaceId: WorkspaceId) {
	return {
		provider: (): Promise<Provider | undefined> =>
			readRow(executor, PROVIDER, `SELECT ${PROVIDER_COLUMNS} FROM sign_on_providers WHERE workspace_id = $1`, [
				workspaceId,
			]),
		async setProvider(
			{ issuer, clientId, sealedSecret, roleClaim, roleValues, defaultRole, required }: Omit<Provider, "workspaceId">,
			now: Date,
		) {
			await executor.query(
				`INSERT INTO sign_on_providers (workspace_id, issuer, oauth_client, sealed_secret, role_claim, role_values, default_role,
				   required, changed_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
				 ON CONFLICT (workspace_id) DO UPDATE SET issuer = excluded.issuer, oauth_client = excluded.oauth_client,
				   sealed_secret = excluded.sealed_secret, role_claim = excluded.role_claim, role_values = excluded.role_values,
				   default_role = excluded.default_role, required = excluded.required, changed_at = excluded.changed_at`,
				[
					workspaceId,
					issuer,
					clientId,
					sealedSecret,
					roleClaim,
					JSON.stringify(roleValues),
					defaultRole,
					required,
					now,
				],
			);
		},
		/** How sign-ins through the provider ended, with the client that is set now. */
		outcome: (): Promise<{ tried: boolean; failure: string | null } | undefined> =>
			readRow(
				executor,
				{ tried: flag, failure: orNull(text) },
				`SELECT came_at IS NOT NULL AS tried, failure FROM sign_on_outcomes
				 JOIN sign_on_providers USING (workspace_id, issuer, oauth_client) WHERE workspace_id = $1`,
				[workspaceId],
			),
		async removeProvider() {
			await executor.query("DELETE FROM sign_on_providers WHERE workspace_id = $1", [workspaceId]);
		},
		domains: (): Promise<DomainRow[]> =>
			readRows(
				executor,
				{ domain: text, token: text, verified: flag, problem: orNull(text) },
				`SELECT domain, token, verified_at IS NOT NULL AS verified, problem FROM sign_on_domains
				 WHERE workspace_id = $1 ORDER BY domain`,
				[workspaceId],
			),
		/** Does nothing if the domain is already there. */
		async addDomain(domain: string, token: string) {
			await executor.query(
				"INSERT INTO sign_on_domains (workspace_id, domain, token) VALUES ($1, $2, $3) ON CONFLICT (workspace_id, domain) DO NOTHING",
				[workspaceId, domain, token],
			);
		},
		/** False if another workspace has verified it. */
		async verifyDomain(domain: string, now: Date) {
			try {
				await executor.query(
					"UPDATE sign_on_domains SET verified_at = $3, problem = NULL WHERE workspace_id = $1 AND domain = $2",
					[workspaceId, domain, now],
				);
				return true;
			} catch (error) {
				if (error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION) return false;
				throw error;
			}
		},
		async noteProblem(domain: string, problem: string) {
			await executor.query("UPDATE sign_on_domains SET problem = $3 WHERE workspace_id = $1 AND domain = $2", [
				workspaceId,
				domain,
				problem,
			]);
		},
		async removeDomain(domain: string) {
			await executor.query("DELETE FROM sign_on_domains WHERE workspace_id = $1 AND domain = $2", [
				workspaceId,
				domain,
			]);
		},
	};
}

/** Company sign-in of one workspace, as its owners see it. */
export type SignOnRows = ReturnType<typeof signOnRows>;
