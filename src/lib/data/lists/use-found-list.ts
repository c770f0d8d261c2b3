import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";
import { usePagedList } from "./use-paged-list.ts";

type Query<P> = UseInfiniteQueryResult<InfiniteData<P, unknown>>;

type Found<T, P> = {
	/** The list without a filter. */
	all: Query<P>;
	/** The list as the server filters it. */
	found: Query<P>;
	/** Whether to ask the server: it has more than was read here, and it can be reached. */
	far: boolean;
	/** Whether there is a filter. */
	filtered: boolean;
	/** Already filtered. */
	samples: readonly T[];
	itemsOf(page: P): readonly T[];
	matches(item: T): boolean;
};

/**
 * The items of a list that pass a filter. If everything has been read, or no more can be read now, it filters the items on this device,
 * even offline; otherwise the server filters. `samples`, `itemsOf` and `matches` must stay the same from one render to the next.
 */
export function useFoundList<T, P extends { total: number }>({
	all,
	found,
	far,
	filtered,
	samples,
	itemsOf,
	matches,
}: Found<T, P>) {
	const passing = useCallback(
		(page: P) => (far || !filtered ? itemsOf(page) : itemsOf(page).filter(matches)),
		[far, filtered, itemsOf, matches],
	);
	const list = usePagedList(far ? found : all, samples, passing);
	const { view } = list;
	// The server's count is for its own filter, so items filtered here are counted here.
	if (view.status !== "shown" || far || !filtered) return list;
	return { ...list, view: { ...view, total: view.items.length } };
}
