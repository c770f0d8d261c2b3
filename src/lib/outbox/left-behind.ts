import type { AccountId } from "#contract/ids.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import { maySee } from "#src/outbox/sender.ts";
import type { Entry } from "#src/requests/entry.ts";

/** What still waits on this device when an account signs out. */
export type LeftBehind = {
	/** Kept for the account's next sign-in, and hidden until then. */
	own: Entry[];
	/** Of no account: anyone who uses this browser sees them. */
	others: Entry[];
};

export function leftBehind(entries: readonly Entry[], account: AccountId | null): LeftBehind {
	const seen = entries.filter((entry) => isWaiting(entry) && maySee(entry.owner, account));
	return {
		own: seen.filter(({ owner }) => owner === account),
		others: seen.filter(({ owner }) => owner !== account),
	};
}
