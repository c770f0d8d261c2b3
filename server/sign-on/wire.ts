import { join } from "node:path";
import { SIGN_ON_CALLBACK } from "#contract/routes.ts";
import type { Accounts } from "../accounts/wire.ts";
import type { Base } from "../base.ts";
import type { Config } from "../config.ts";
import { createSignOnStore } from "../db/sign-on/sign-on-store.ts";
import { keptSecret } from "../kept-secret.ts";
import { newToken } from "../scans/tokens.ts";
import { StartError } from "../start-error.ts";
import { createGuard } from "../targets/guard.ts";
import { createLookForRecord } from "../targets/ownership/look-for-record.ts";
import { createPolicy } from "../targets/policy.ts";
import type { Targets } from "../targets/wire.ts";
import { scannerUserAgent } from "../user-agent.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { createProviderClient } from "./provider-client.ts";
import { createSecretSeal, isSignOnSecret, newSignOnSecret, type SecretSeal } from "./seal-secret.ts";

export type SignOnParts = Awaited<ReturnType<typeof wireSignOn>>;

const SECRET_FILE = "sign-on-secret";

/** Signing in through the provider of a workspace. */
export async function wireSignOn(
	{ config, deps, pool, walled, queue, origins, tell }: Base,
	{ ownHosts }: Targets,
	{ limits }: Accounts,
) {
	const policy = createPolicy({ allow: config.SIGN_ON_ALLOW, practicePorts: [] });
	const guard = createGuard({ policy, resolver: deps.resolver, ownHosts });
	const seal = await openSeal(config);
	if (!seal && config.ROLE !== "worker") tell("Company sign-in", "off: processes of several roles need SIGN_ON_SECRET");
	return {
		store: createSignOnStore({ pool, walled }, (mail, through) => queue.send("account-mail", mail, { through })),
		seal,
		client: createProviderClient(
			createGuardedFetch({
				guard,
				userAgent: () => scannerUserAgent(origins().publicUrl),
				limitMs: deps.timings.providerMs,
			}),
		),
		lookForRecord: createLookForRecord(deps.txtRecords),
		limits,
		redirectUri: () => new URL(SIGN_ON_CALLBACK, origins().publicUrl).href,
		noPassword: () => deps.passwords.hash(newToken()),
		now: deps.now,
	};
}

/** The key that is set, or one of this machine's own. None where several processes share the work: each would make its own. */
async function openSeal({ SIGN_ON_SECRET, ROLE, VAR_DIR }: Config): Promise<SecretSeal | undefined> {
	if (SIGN_ON_SECRET === undefined && ROLE !== "all") return undefined;
	const secret = SIGN_ON_SECRET ?? (await keptSecret(VAR_DIR, SECRET_FILE, newSignOnSecret));
	if (!isSignOnSecret(secret)) {
		throw new StartError(
			`${join(VAR_DIR, SECRET_FILE)} does not have the secret that was made for it. Bring it back from a backup; if there is none, delete the file, and owners have to enter the client secrets of their providers again.`,
		);
	}
	return createSecretSeal(secret);
}
