import { join } from "node:path";
import type { Base } from "#server/platform/base.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import { keptSecret } from "#server/platform/keys/kept-secret.ts";
import { createSecretBox, type SecretBox } from "#server/platform/keys/secret-box.ts";
import { isSecret, newSecret } from "#server/platform/keys/secret-text.ts";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import type { Config } from "#server/platform/settings/config.ts";
import { createDueDeliveries, readSwitchedOff } from "./store/due-deliveries.ts";
import { createWebhookStore, type KeepStandings } from "./store/webhook-store.ts";

export type Webhooks = Awaited<ReturnType<typeof wireWebhooks>>;

const SECRET_FILE = "webhook-secret";

/** Webhooks: what workspaces set up, and what is due to be sent. */
export async function wireWebhooks(
	{ config, deps, pool, walled, queue, tell }: Base,
	{ ownHosts, keepStandings }: { ownHosts: readonly string[]; keepStandings: KeepStandings },
) {
	const policy = createPolicy({ allow: config.WEBHOOK_ALLOW, practicePorts: [] });
	const box = await openBox(config);
	if (!box) tell("Webhooks", "off: processes of several roles need WEBHOOK_SECRET");
	return {
		store: createWebhookStore(walled, keepStandings),
		due: createDueDeliveries(pool, (mail, through) => queue.send("webhook-mail", mail, { through })),
		switchedOff: (webhookId: string) => readSwitchedOff(pool, webhookId),
		/** Undefined if the server has no key to encrypt signing secrets with. */
		box,
		/** Asked before anything is sent: members can enter any address. */
		guard: createGuard({ policy, resolver: deps.resolver, ownHosts }),
		takePoint: (counter: Parameters<typeof takePoint>[1]) => takePoint(pool, counter),
	};
}

async function openBox(config: Config): Promise<SecretBox | undefined> {
	const secret = await webhookSecret(config);
	return secret === undefined ? undefined : createSecretBox([Buffer.from(secret, "base64url")], "webhooks");
}

/** The key that is set, or one of this machine's own. None if several processes share the work: each would create its own. */
export async function webhookSecret({ WEBHOOK_SECRET, ROLE, VAR_DIR }: Config): Promise<string | undefined> {
	if (WEBHOOK_SECRET === undefined && ROLE !== "all") return undefined;
	const secret = WEBHOOK_SECRET ?? (await keptSecret(VAR_DIR, SECRET_FILE, newSecret));
	if (isSecret(secret)) return secret;
	throw new StartError(
		`${join(VAR_DIR, SECRET_FILE)} does not have the secret that was made for it. Bring it back from a backup; if there is none, delete the file, and every webhook needs a new signing secret.`,
	);
}
