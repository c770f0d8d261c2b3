import { join } from "node:path";
import type { Base } from "#server/platform/base.ts";
import { keptSecret } from "#server/platform/keys/kept-secret.ts";
import { readSealSecrets, type SealSecrets } from "#server/platform/keys/seal-secrets.ts";
import { newSecret } from "#server/platform/keys/secret-text.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { createSeals, type Seals } from "#server/platform/sealing/seals.ts";
import type { Config } from "#server/platform/settings/config.ts";

/** The keys that open what devices have sealed. */
export function wireSealing({ config, tell }: Pick<Base, "config" | "tell">, secrets: SealSecrets): Seals {
	// A process that only runs jobs opens nothing.
	if (config.ROLE === "worker") return createSeals([]);
	if (secrets.length === 0) tell("Sealing", "off: processes of several roles need SEAL_SECRET");
	return createSeals(secrets);
}

/** Those that are set, or one of this machine's own. None if several processes share the work: each would create its own. */
export async function openSealSecrets({ SEAL_SECRET, ROLE, VAR_DIR }: Config): Promise<SealSecrets> {
	if (ROLE === "worker") return [];
	if (SEAL_SECRET === undefined && ROLE !== "all") return [];
	const secrets = readSealSecrets(SEAL_SECRET ?? (await keptSecret(VAR_DIR, SECRET_FILE, newSecret)));
	if (!secrets) {
		throw new StartError(
			`${join(VAR_DIR, SECRET_FILE)} does not have the secret that was made for it. Bring it back from a backup; if there is none, delete the file, and what devices have sealed until now cannot be opened.`,
		);
	}
	return secrets;
}

const SECRET_FILE = "seal-secret";
