import { useEffect, useState } from "react";
import type { ScanId } from "#contract/ids.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import type { Entry } from "#src/outbox/entry.ts";
import { goneScans } from "./reconcile.ts";

/** Scans of receipts that are not on the server any more, asked for when receipts are looked at. Nothing is known without a session. */
export function useGoneScans(entries: readonly Entry[], looking: boolean): ReadonlySet<ScanId> {
	const account = useAccount();
	const [gone, setGone] = useState<ReadonlySet<ScanId>>(new Set());
	const signedIn = account.status === "known" && !account.locked;
	const receipts = entries.filter(({ status }) => status === "accepted").length;
	// biome-ignore lint/correctness/useExhaustiveDependencies: asked again when there are more receipts, not on every reading of them.
	useEffect(() => {
		if (!looking || !signedIn || receipts === 0) return;
		goneScans(entries).then(setGone, () => undefined);
	}, [looking, signedIn, receipts]);
	return gone;
}
