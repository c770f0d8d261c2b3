import type { AccountId } from "#contract/ids.ts";
import type { AccountState } from "#src/lib/account/account.ts";
import { maySee } from "#src/outbox/sender.ts";
import type { Entry, Unreadable } from "#src/requests/entry.ts";

export type VisibleEntries = {
	/** The entries of the current user's account and those without an account. */
	entries: Entry[];
	/** The number of entries of the account whose session has ended. They are counted but not shown. */
	locked: number;
};

/** The account whose entries may be shown now. */
const shownAccount = (state: AccountState): AccountId | null =>
	state.status === "known" && !state.locked ? state.account.accountId : null;

/** The entries of this device's outbox that the current user may see. */
export function visibleEntries(all: readonly Entry[], state: AccountState): VisibleEntries {
	const known = state.status === "known" ? state : null;
	const shown = shownAccount(state);
	return {
		entries: all.filter(({ owner }) => maySee(owner, shown)),
		locked: known?.locked ? all.filter(({ owner }) => owner === known.account.accountId).length : 0,
	};
}

/** The same for unreadable records. Records without an account are shown to everyone; otherwise no one could delete them. */
export function visibleUnreadable(all: readonly Unreadable[], state: AccountState): Unreadable[] {
	const shown = shownAccount(state);
	return all.filter(({ owner }) => owner === null || maySee(owner, shown));
}
