import { MOST_DOMAINS, type SignOn, type SignOnChange } from "#contract/sign-on/sign-on.ts";
import { newToken } from "#server/platform/keys/tokens.ts";
import { proofText, txtName } from "#server/platform/outgoing/look-for-record.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { badField } from "../workspaces/people/explain.ts";
import type { DomainRow } from "./domain-row.ts";
import { ProviderUnavailable } from "./provider-client.ts";
import type { SignOnDeps } from "./sign-on-deps.ts";
import { problemOf } from "./sign-on-problem.ts";
import type { SignOnRows } from "./store/sign-on-rows.ts";

type SignOnChanged = { ok: true; signOn: SignOn } | Refusal;
type DomainAnswer = { ok: true; domain: SignOn["domains"][number] } | Refusal;

export async function readSignOn({ store, box, redirectUri }: SignOnDeps, scope: Scope): Promise<SignOn> {
	const rows = store.ofWorkspace(scope);
	const [provider, outcome] = [await rows.provider(), await rows.outcome()];
	return {
		available: box !== undefined,
		redirectUri: redirectUri(),
		provider: provider
			? {
					issuer: provider.issuer,
					oauthClient: provider.clientId,
					roleClaim: provider.roleClaim,
					roleValues: provider.roleValues,
					defaultRole: provider.defaultRole,
					required: provider.required,
					tried: outcome?.tried ?? false,
					problem: problemOf(outcome?.failure ?? null),
				}
			: null,
		domains: (await rows.domains()).map(shown),
	};
}

/** Saved once the provider has answered. Settings that do not involve it, such as roles, are saved even while it is down. */
export async function setSignOn(deps: SignOnDeps, scope: Scope, change: SignOnChange): Promise<SignOnChanged> {
	const { store, box, redirectUri, now } = deps;
	const { issuer, oauthClient: clientId, clientSecret: given, ...rest } = change;
	if (!box) {
		return refuse(
			"unavailable",
			"This server can’t keep the client secret of a provider. Its operator has to set SEAL_SECRET. Nothing was changed.",
		);
	}
	const rows = store.ofWorkspace(scope);
	const before = await rows.provider();
	// A secret belongs to one client of one provider: it is never sent to another one.
	const same = before?.issuer === issuer && before.clientId === clientId;
	const clientSecret = given ?? (same ? box.open(before.sealedSecret, scope.workspaceId)?.toString("utf8") : undefined);
	if (clientSecret === undefined) return badField("/clientSecret", "Please give the client secret.");
	if (rest.required && !(await rows.domains()).some(({ verified }) => verified)) {
		return badField("/required", "Please verify a domain first. Without one, members could not sign in.");
	}
	if (rest.required && !(same && before.required)) {
		const outcome = same ? await rows.outcome() : undefined;
		if (!outcome?.tried) return badField("/required", untried(problemOf(outcome?.failure ?? null)));
	}
	if (!same) {
		const problem = await configurationProblem(deps, { issuer, clientId, clientSecret, redirectUri: redirectUri() });
		if (problem !== undefined) return refuse("provider_unavailable", problem);
	}
	const sealedSecret = box.seal(Buffer.from(clientSecret), scope.workspaceId);
	await rows.setProvider({ issuer, clientId, sealedSecret, ...rest }, now());
	return { ok: true, signOn: await readSignOn(deps, scope) };
}

/** Members must not have to use a way in that no one has come in by. */
const untried = (problem: string | null) =>
	`No one has signed in this way yet. ${problem ?? "Save without this."} Then sign in once in a private window, and turn this on when you are in.`;

async function configurationProblem({ client }: SignOnDeps, about: Parameters<SignOnDeps["client"]["check"]>[0]) {
	try {
		await client.check(about);
		return undefined;
	} catch (error) {
		if (!(error instanceof ProviderUnavailable)) throw error;
		return "We could not read this provider’s configuration: it does not answer, or it calls itself by another issuer. Copy the issuer exactly as the provider writes it.";
	}
}

export async function removeSignOn(deps: SignOnDeps, scope: Scope): Promise<SignOn> {
	await deps.store.ofWorkspace(scope).removeProvider();
	return readSignOn(deps, scope);
}

export async function addDomain(deps: SignOnDeps, scope: Scope, domain: string): Promise<DomainAnswer> {
	const rows = deps.store.ofWorkspace(scope);
	if ((await rows.domains()).length >= MOST_DOMAINS) {
		return refuse("limit_reached", `A workspace has up to ${MOST_DOMAINS} domains. Please remove one first.`);
	}
	await rows.addDomain(domain, newToken());
	return domainIn(rows, domain);
}

/** Looks for the record. If it is missing, the answer says what was found instead. */
export async function verifyDomain(deps: SignOnDeps, scope: Scope, domain: string): Promise<DomainAnswer> {
	const rows = deps.store.ofWorkspace(scope);
	const row = (await rows.domains()).find((one) => one.domain === domain);
	if (!row) return UNKNOWN_DOMAIN;
	if (!row.verified) {
		const look = await deps.lookForRecord({ host: domain, token: row.token });
		if (!look.found) await rows.noteProblem(domain, look.problem ?? "");
		else if (!(await rows.verifyDomain(domain, deps.now()))) {
			await rows.noteProblem(domain, "Another workspace has verified this domain. Its owners have to remove it first.");
		}
	}
	return domainIn(rows, domain);
}

async function domainIn(rows: SignOnRows, domain: string): Promise<DomainAnswer> {
	const row = (await rows.domains()).find((one) => one.domain === domain);
	return row ? { ok: true, domain: shown(row) } : UNKNOWN_DOMAIN;
}

const shown = ({ domain, verified, problem, token }: DomainRow): SignOn["domains"][number] => ({
	domain,
	verified,
	record: { name: txtName(domain), text: proofText(token) },
	problem: verified ? null : problem,
});

const UNKNOWN_DOMAIN = refuse("not_found", "This workspace has no such domain. It may have been removed.");

/** The last verified domain stays while members have to sign in through it. */
export async function removeDomain(deps: SignOnDeps, scope: Scope, domain: string): Promise<{ ok: true } | Refusal> {
	const rows = deps.store.ofWorkspace(scope);
	const [provider, domains] = [await rows.provider(), await rows.domains()];
	if (!domains.some((one) => one.domain === domain)) return UNKNOWN_DOMAIN;
	const others = domains.filter((one) => one.domain !== domain && one.verified);
	if (provider?.required && others.length === 0) {
		return refuse("limit_reached", "Members have to sign in through this domain. Turn that off first.");
	}
	await rows.removeDomain(domain);
	return { ok: true };
}
