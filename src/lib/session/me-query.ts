import { queryOptions } from "@tanstack/react-query";
import { type Me, me } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { readAccount, writeAccount } from "#src/lib/account/account.ts";
import { callApi } from "#src/lib/data/api.ts";
import { keptStore } from "#src/lib/data/cache/browser-kept-data.ts";
import { knownAccount } from "./known-account.ts";

/** `GET accounts/me/`. An answer proves that the session is alive, so the account on this device is updated and unlocked. */
export const meQuery = queryOptions({
	queryKey: ["me"],
	meta: { kept: me },
	queryFn: async ({ signal }) => {
		const answer = await callApi(API_PATHS.me, { answer: me, signal });
		refreshAccount(answer);
		return answer;
	},
});

/** Updates the account this device knows. */
export function refreshAccount(me: Me): void {
	const state = readAccount();
	const account = knownAccount(me);
	// The user signed out during the request.
	if (state.status !== "known" || state.account.accountId !== account.accountId) return;
	// For a device that was signed in before answers were stored. Without storage, none are.
	void keptStore.admit(account.accountId).catch(() => undefined);
	const same = state.account.name === account.name && state.account.email === account.email && !state.locked;
	if (!same) writeAccount({ status: "known", account, locked: false });
}
