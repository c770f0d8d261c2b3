import type { AccountId } from "#contract/ids.ts";
import { isSealed } from "#src/lib/sealing/shown.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import { maySee } from "#src/outbox/sender.ts";
import type { Entry } from "#src/requests/entry.ts";

/** What still waits on this device when an account signs out. */
export type LeftBehind = {
	/** Kept for the account's next sign-in, and hidden until then. */
	own: Entry[];
	/** Entries without an account: anyone who uses this browser can see them. */
	others: Entry[];
};

/** How the remaining entries are stored: `sealed` if only the server can read them all. */
export type KeptHow = "nothing" | "sealed" | "readable";

export function keptHow(entries: readonly Entry[]): KeptHow {
	if (entries.length === 0) return "nothing";
	return entries.every(isSealed) ? "sealed" : "readable";
}

export function leftBehind(entries: readonly Entry[], account: AccountId | null): LeftBehind {
	const seen = entries.filter((entry) => isWaiting(entry) && maySee(entry.owner, account));
	return {
		own: seen.filter(({ owner }) => owner === account),
		others: seen.filter(({ owner }) => owner !== account),
	};
}
