import { COMPANY_SIGN_OUT } from "#contract/requests/headers.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { readAccount, writeAccount } from "#src/lib/account/account.ts";
import { wipeCachedData } from "#src/lib/data/cache/cached-data.ts";
import { createSignOut } from "./create-sign-out.ts";
import { holdOutbox } from "./hold-outbox.ts";
import { noteSession } from "./new-session.ts";
import { withSessionLock } from "./session-lock.ts";

/** In milliseconds. */
const PATIENCE_MS = 10_000;

/** For the session that ended last: where to sign out at the provider it came from. */
let companyPage: string | null = null;

/** Only the server's own answer counts: a captive portal answers everything with 200. */
async function endSession(): Promise<boolean> {
	try {
		const { status, headers } = await fetch(API_BASE + API_PATHS.session, {
			method: "DELETE",
			credentials: "include",
			redirect: "error",
			signal: AbortSignal.timeout(PATIENCE_MS),
		});
		companyPage = headers.get(COMPANY_SIGN_OUT);
		return status === 204;
	} catch {
		return false;
	}
}

const { signOut: end, endSignedOutSession } = createSignOut({
	endSession,
	wipe: wipeCachedData,
	holdOutbox,
	readAccount,
	writeAccount,
	lock: withSessionLock,
});

/** Ends a session whose sign-out was postponed. Resolves to whether no such session is left. */
export { endSignedOutSession };

/**
 * Signs out on this device, with or without a network, and deletes the account's data at once. `put-off`: the session itself ends with the
 * first request that gets through. `companyPage`: the address for signing out at the company's provider as well.
 */
export async function signOut(): Promise<{ how: "ended" | "put-off"; companyPage: string | null }> {
	noteSession(false);
	companyPage = null;
	return { how: await end(), companyPage };
}
