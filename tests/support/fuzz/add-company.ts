import type { apiClient } from "../server/api-client.ts";
import type { TestServer } from "../server/test-server.ts";
import { CLIENT } from "../sign-on/provider.ts";

const domainOf = (name: string) => `company-${name}.example.com`;

/** An address whose domain leads to the provider of an owner's workspace. */
export const companyAddress = (name: string) => `grace@${domainOf(name)}`;

/** Company sign-in for an owner's workspace, with a domain as its TXT record would verify it. */
export async function addCompany(
	server: TestServer,
	call: ReturnType<typeof apiClient>,
	{ name, issuer }: { name: string; issuer: string },
): Promise<void> {
	const domain = domainOf(name);
	const roles = { roleClaim: "groups", roleValues: [], defaultRole: "auditor", required: false };
	const added = await call("addSignOnDomain", { body: { domain } });
	const set = await call("setSignOn", { body: { issuer, ...CLIENT, ...roles } });
	for (const answer of [added, set]) {
		if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
	}
	// An owner who is recreated takes over the previous owner's domain.
	await server.database.pool.query("DELETE FROM sign_on_domains WHERE domain = $1 AND verified_at IS NOT NULL", [
		domain,
	]);
	await server.database.pool.query("UPDATE sign_on_domains SET verified_at = now() WHERE domain = $1", [domain]);
}
