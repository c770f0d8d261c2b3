import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { EvidenceFilter, EvidencePage, EvidenceSummary } from "#contract/evidence/evidence.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useFoundList } from "#src/lib/data/lists/use-found-list.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { evidenceListQuery } from "#src/lib/evidence/evidence-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { matchesEvidence } from "./evidence-filter.ts";
import { baseOf, type InboxAddress, type TABS } from "./inbox-address.ts";

const NONE: readonly EvidenceSummary[] = [];
const evidenceIn = ({ evidence }: EvidencePage) => evidence;

/** The evidence that passes a filter, also offline, and how much there is under each tab; null until that is known. */
export function useEvidenceList(method: InboxAddress["method"], filter: EvidenceFilter) {
	const account = useAccount();
	const { scope } = useScope();
	const online = useOnline();
	const enabled = account.status === "known" && !account.locked;
	const base = baseOf(method);
	const all = useInfiniteQuery({ ...evidenceListQuery(base, scope), enabled });
	const filtered = Object.keys(filter).length > Object.keys(base).length;
	const far = filtered && online && all.hasNextPage;
	const found = useInfiniteQuery({
		...evidenceListQuery(filter, scope),
		enabled: enabled && far,
		placeholderData: keepPreviousData,
	});
	const matches = useCallback((evidence: EvidenceSummary) => matchesEvidence(evidence, filter, Date.now()), [filter]);
	const list = useFoundList({ all, found, far, filtered, samples: NONE, itemsOf: evidenceIn, matches });
	const first = list.view.status === "shown" ? all.data?.pages[0] : undefined;
	const counts: Record<(typeof TABS)[number], number> | null =
		first && isWhole(filter)
			? { all: first.total, unlinked: first.unlinked, linked: first.total - first.unlinked }
			: null;
	return { ...list, counts, readAt: (far ? found : all).dataUpdatedAt };
}

/** Whether only the tab and the method filter. Only then do we know how much there is under each tab. */
const isWhole = ({ linked: _, method: __, ...rest }: EvidenceFilter) => Object.keys(rest).length === 0;
