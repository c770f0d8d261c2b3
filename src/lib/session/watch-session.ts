import { type AccountState, readAccount, subscribeAccount } from "#src/lib/account/account.ts";
import { wipeCachedData } from "#src/lib/data/cache/cached-data.ts";
import { adoptSession } from "./adopt-session.ts";
import { isSessionNew } from "./new-session.ts";
import { endSignedOutSession } from "./sign-out.ts";

const accountOf = (state: AccountState) => (state.status === "known" ? state.account.accountId : null);

/** Finishes what the network prevented earlier. */
async function look(): Promise<void> {
	if (readAccount().status === "signed-out") await endSignedOutSession();
	else if (isSessionNew()) await adoptSession();
}

/** From now on, this page finishes postponed sign-outs and deletes the data of an account that signed out in another tab. */
export function watchSession(): void {
	const tryIt = () => void look().catch(() => undefined);
	let account = accountOf(readAccount());
	subscribeAccount(() => {
		const before = account;
		account = accountOf(readAccount());
		if (before !== null && before !== account) void wipeCachedData();
	});
	// A page in the back/forward cache hears nothing. Restored by Back, it must not show one account's data to another.
	addEventListener("pageshow", ({ persisted }) => {
		if (persisted && accountOf(readAccount()) !== account) location.reload();
	});
	addEventListener("online", tryIt);
	addEventListener("focus", tryIt);
	tryIt();
}
