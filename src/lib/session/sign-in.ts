import type { Credentials } from "#contract/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { readAccount, writeAccount } from "#src/lib/account/account.ts";
import { callApi } from "#src/lib/data/api.ts";
import { adoptSession } from "./adopt-session.ts";
import { holdOutbox } from "./hold-outbox.ts";
import { noteSession } from "./new-session.ts";
import { withSessionLock } from "./session-lock.ts";

/** How long to wait for the account's name, in milliseconds. A later answer still counts. */
const PATIENCE_MS = 3_000;

/**
 * Signs in. Rejects with an ApiFailure if that fails. What follows, the longer session and loading the account, fails silently;
 * watch-session.ts tries again.
 */
export async function signIn({ email, password }: Credentials, remember: boolean): Promise<void> {
	await withSessionLock(async () => {
		await callApi(API_PATHS.token, { method: "POST", body: { email, password } });
		noteSession(true);
		// A postponed sign-out is done: the server ends the browser's previous session.
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
