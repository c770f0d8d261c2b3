import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { listView } from "./list-view.ts";

/**
 * A list that is read page by page. `samples` are what a device without an account shows, `itemsOf` is what a page holds: both
 * stay the same from one rendering to the next.
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
		/** Reads the next page; null when there is none or it is on its way. */
		more: may ? () => void query.fetchNextPage() : null,
		/** The next page could not be read; this tries again. */
		again: query.isFetchNextPageError && !query.isFetching ? () => void query.fetchNextPage() : null,
		retry: () => void query.refetch(),
	};
}
