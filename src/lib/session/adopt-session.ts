import { me } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { readAccount, writeAccount } from "#src/lib/account/account.ts";
import { callApi } from "#src/lib/data/api.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { keptStore } from "#src/lib/data/cache/browser-kept-data.ts";
import { wipeCachedData } from "#src/lib/data/cache/cached-data.ts";
import { forgetLock } from "#src/lib/lock/forget-lock.ts";
import { knownAccount } from "./known-account.ts";
import { noteSession } from "./new-session.ts";

/** Asks the server whose session this is and makes it this device's account. Data of another account is deleted first. */
export async function adoptSession(): Promise<void> {
	try {
		const answer = await callApi(API_PATHS.me, { answer: me, asSession: true });
		const before = readAccount();
		// The user signed out during the request.
		if (before.status === "signed-out") return;
		if (before.status === "known" && before.account.accountId !== answer.accountId) await wipeCachedData();
		// This must come before anything is read as this account. Without storage, nothing is stored.
		await forgetLock(answer.accountId);
		await keptStore.admit(answer.accountId).catch(() => undefined);
		if (readAccount().status === "signed-out") return;
		writeAccount({ status: "known", account: knownAccount(answer), locked: false });
		noteSession(false);
	} catch (error) {
		if (error instanceof ApiFailure && error.status === 401) noteSession(false);
		throw error;
	}
}
