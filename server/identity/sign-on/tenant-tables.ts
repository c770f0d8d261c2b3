import { inWorkspace, ofAccount, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** How the members of a workspace sign in through their company. */
export const SIGN_ON_TABLES = {
	tables: {
		sign_on_providers: { exported: "signOn" },
		sign_on_domains: { exported: "signOn" },
		sign_on_attempts: { exported: { leftOut: "secrets of sign-ins that are under way" } },
		sign_on_outcomes: { exported: { leftOut: "how the last sign-in ended: kept only until the next one" } },
		sign_on_identities: { exported: "companyIdentities" },
	},
	exports: [
		{
			// Client secrets, proofs and sign-ins in progress are secret.
			name: "signOn",
			columns: `workspace_id AS "workspaceId", issuer, oauth_client AS "oauthClient", role_claim AS "roleClaim", role_values AS "roleValues",
				default_role AS "defaultRole", required, changed_at AS "changedAt",
				(SELECT jsonb_agg(jsonb_build_object('domain', domain, 'verifiedAt', verified_at) ORDER BY domain)
				   FROM sign_on_domains WHERE sign_on_domains.workspace_id = sign_on_providers.workspace_id) AS domains`,
			from: inWorkspace("sign_on_providers"),
			key: [["workspace_id", "uuid"]],
		},
		{
			name: "companyIdentities",
			columns: `workspace_id AS "workspaceId", issuer, subject, created_at AS "createdAt"`,
			from: ofAccount("sign_on_identities"),
			key: [
				["workspace_id", "uuid"],
				["issuer", "text"],
				["subject", "text"],
			],
		},
	],
} as const satisfies TenantTables;
