import { useEffect, useState } from "react";
import type { AccountId, ScanId } from "#contract/ids.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import type { Entry } from "#src/outbox/entry.ts";
import { askForGoneScans } from "./reconcile.ts";

type Answer = { accountId: AccountId | null; gone: ReadonlySet<ScanId> };

const NONE: Answer = { accountId: null, gone: new Set() };

/** The scans of receipts that are no longer on the server. Asks while the user looks at receipts and is signed in. */
export function useGoneScans(entries: readonly Entry[], looking: boolean): ReadonlySet<ScanId> {
	const account = useAccount();
	const [answer, setAnswer] = useState(NONE);
	const accountId = account.status === "known" && !account.locked ? account.account.accountId : null;
	const receipts = entries.filter(({ status }) => status === "accepted").length;
	// biome-ignore lint/correctness/useExhaustiveDependencies: ask again when there are more receipts, not on every new list.
	useEffect(() => {
		if (!looking || accountId === null || receipts === 0) return;
		return askForGoneScans(entries, (gone) => setAnswer({ accountId, gone }));
	}, [looking, accountId, receipts]);
	return answer.accountId === accountId ? answer.gone : NONE.gone;
}
