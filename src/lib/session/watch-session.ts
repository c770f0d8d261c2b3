import { type AccountState, readAccount, subscribeAccount } from "#src/lib/account/account.ts";
import { wipeCachedData } from "#src/lib/data/cached-data.ts";
import { adoptSession } from "./adopt-session.ts";
import { isSessionNew } from "./new-session.ts";
import { endSignedOutSession } from "./sign-out.ts";

const accountOf = (state: AccountState) => (state.status === "known" ? state.account.accountId : null);

/** Finishes what could not be asked of the server when it was due. */
async function look(): Promise<void> {
	if (readAccount().status === "signed-out") await endSignedOutSession();
	else if (isSessionNew()) await adoptSession();
}

/** From now on this page ends what was signed out without a network, and forgets an account that has left in another tab. */
export function watchSession(): void {
	const tryIt = () => void look().catch(() => undefined);
	let account = accountOf(readAccount());
	subscribeAccount(() => {
		const before = account;
		account = accountOf(readAccount());
		if (before !== null && before !== account) void wipeCachedData();
	});
	// Put away with its memory, a page hears nothing; taken out again by Back, it must not show one account to another.
	addEventListener("pageshow", ({ persisted }) => {
		if (persisted && accountOf(readAccount()) !== account) location.reload();
	});
	addEventListener("online", tryIt);
	addEventListener("focus", tryIt);
	tryIt();
}
