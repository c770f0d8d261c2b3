import type { Entry } from "#src/outbox/entry.ts";
import { maySee } from "#src/outbox/sender.ts";
import type { AccountState } from "./account.ts";

export type VisibleEntries = {
	/** Those of whoever sits here, and those of nobody's account. */
	entries: Entry[];
	/** How many belong to the account whose session has ended: counted and not shown. */
	locked: number;
};

/** What of the device's outbox may be shown to whoever sits here. */
export function visibleEntries(all: readonly Entry[], state: AccountState): VisibleEntries {
	const known = state.status === "known" ? state : null;
	const shown = known && !known.locked ? known.account.accountId : null;
	return {
		entries: all.filter(({ owner }) => maySee(owner, shown)),
		locked: known?.locked ? all.filter(({ owner }) => owner === known.account.accountId).length : 0,
	};
}
