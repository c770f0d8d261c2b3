import type { Credentials } from "#contract/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { readAccount, writeAccount } from "#src/lib/account/account.ts";
import { callApi } from "#src/lib/data/api.ts";
import { adoptSession } from "./adopt-session.ts";
import { holdOutbox } from "./hold-outbox.ts";
import { noteSession } from "./new-session.ts";
import { withSessionLock } from "./session-lock.ts";

/** How long the account's name is waited for, in milliseconds. Later ones are still taken. */
const PATIENCE_MS = 3_000;

/**
 * Signs in. Rejects with an ApiFailure where that did not succeed; what comes after it, the longer session and whose it is,
 * fails in silence and is asked for again by watch-session.ts.
 */
export async function signIn({ email, password }: Credentials, remember: boolean): Promise<void> {
	await withSessionLock(async () => {
		await callApi(API_PATHS.token, { method: "POST", body: { email, password } });
		noteSession(true);
		// The session that was to be ended has been: the server ends the one a browser had before.
		if (readAccount().status === "signed-out") writeAccount({ status: "unknown" });
	});
	const rest = settle(remember).catch(() => undefined);
	await Promise.race([rest, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

async function settle(remember: boolean): Promise<void> {
	await holdOutbox(false);
	if (remember) {
		await callApi(API_PATHS.rememberSession, { method: "POST", asSession: true }).catch(() => undefined);
	}
	await adoptSession();
}
