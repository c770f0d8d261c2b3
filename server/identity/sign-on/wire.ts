import { SIGN_ON_CALLBACK } from "#contract/routes.ts";
import type { Base } from "#server/platform/base.ts";
import type { SealSecrets } from "#server/platform/keys/seal-secrets.ts";
import { createSecretBox } from "#server/platform/keys/secret-box.ts";
import { newToken } from "#server/platform/keys/tokens.ts";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createLookForRecord } from "#server/platform/outgoing/look-for-record.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import type { TxtRecords } from "#server/platform/outgoing/txt-records.ts";
import { scannerUserAgent } from "#server/platform/texts/user-agent.ts";
import type { Passwords } from "../accounts/passwords/passwords.ts";
import type { Accounts } from "../accounts/wire.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { createProviderClient } from "./provider-client.ts";
import { createSignOnStore } from "./store/sign-on-store.ts";

export type SignOnParts = ReturnType<typeof wireSignOn>;

/** Signing in through the provider of a workspace. */
export function wireSignOn(
	{ config, deps, pool, walled, queue, origins, tell }: Base<{ passwords: Passwords; txtRecords: TxtRecords }>,
	{ ownHosts }: { ownHosts: readonly string[] },
	{ limits }: Accounts,
	sealSecrets: SealSecrets,
) {
	const policy = createPolicy({ allow: config.SIGN_ON_ALLOW, practicePorts: [] });
	const guard = createGuard({ policy, resolver: deps.resolver, ownHosts });
	const box = createSecretBox(sealSecrets, "client secrets");
	if (!box && config.ROLE !== "worker") tell("Company sign-in", "off: processes of several roles need SEAL_SECRET");
	return {
		store: createSignOnStore({ pool, walled }, (mail, through) => queue.send("account-mail", mail, { through })),
		box,
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
