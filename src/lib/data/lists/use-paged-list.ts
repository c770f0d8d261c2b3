import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { listView } from "./list-view.ts";

/**
 * A list that is read page by page. `samples`: what a device without an account shows. `itemsOf`: gets the items of a page. Both must stay
 * the same from one render to the next.
 */
export function usePagedList<T, P extends { total: number }>(
	query: UseInfiniteQueryResult<InfiniteData<P, unknown>>,
	samples: readonly T[],
	itemsOf: (page: P) => readonly T[],
) {
	const account = useAccount();
	const online = useOnline();
	const { data, error, dataUpdatedAt, fetchStatus } = query;
	const view = useMemo(
		() => listView(account, samples, { data, error, dataUpdatedAt, fetchStatus }, itemsOf, online),
		[account, samples, data, error, dataUpdatedAt, fetchStatus, itemsOf, online],
	);
	const may = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;
	return {
		view,
		/** Reads the next page; null if there is none or it is loading. */
		more: may ? () => void query.fetchNextPage() : null,
		/** Tries again after the next page failed to load. */
		again: query.isFetchNextPageError && !query.isFetching ? () => void query.fetchNextPage() : null,
		retry: () => void query.refetch(),
	};
}
