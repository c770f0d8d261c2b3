import { useEffect, useState } from "react";
import type { AccountId } from "#contract/ids.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { workspaceIn } from "#src/lib/workspace/scope.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { workspaceOf } from "#src/requests/scope.ts";
import { askForReceiptScans, NO_SCANS, type ReceiptScans, readPageOf } from "./receipt-scans.ts";

/** How often to ask again while a scan has not ended, in milliseconds. */
const AGAIN_MS = 10_000;

type AccountReceiptScans = ReceiptScans & { accountId: AccountId | null };

/** The states of the scans that receipts name. Asks while the user is signed in. */
export function useReceiptScans(receipts: readonly Entry[], now: number): ReceiptScans {
	const account = useAccount();
	const [answer, setAnswer] = useState<AccountReceiptScans>({ accountId: null, ...NO_SCANS });
	const accountId = account.status === "known" && !account.locked ? account.account.accountId : null;
	const { workspace } = useScope().scope;
	const isOpen = [...answer.found.values()].some(({ finishedAt }) => finishedAt === null);
	const turn = isOpen ? Math.floor(now / AGAIN_MS) : 0;
	const ids = receipts.map(({ id }) => id).join(" ");
	// biome-ignore lint/correctness/useExhaustiveDependencies: ask again when there are other receipts, not on every new list.
	useEffect(() => {
		if (accountId === null || ids === "") return;
		const scope = { workspace, client: null };
		// The list of one workspace says nothing about the scans of others.
		const here = receipts.filter((entry) => workspaceOf(entry) === workspaceIn(scope));
		return askForReceiptScans(here, (scans) => setAnswer({ accountId, ...scans }), readPageOf(scope));
	}, [accountId, workspace, ids, turn]);
	return answer.accountId === accountId ? answer : NO_SCANS;
}
