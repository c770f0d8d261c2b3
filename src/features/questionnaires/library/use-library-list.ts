import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { LibraryAnswer, LibraryPage } from "#contract/questionnaires/library.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { usePagedList } from "#src/lib/data/lists/use-paged-list.ts";
import { libraryQuery } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { LibraryAddress } from "./library-address.ts";

const NONE: readonly LibraryAnswer[] = [];

/** The answers of a tab, as the server has them. */
export function useLibraryList({ tab, q }: LibraryAddress) {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const query = useInfiniteQuery({
		...libraryQuery({ state: tab, ...(q !== "" && { q }) }, scope),
		enabled,
		placeholderData: keepPreviousData,
		select: (data) => ({ ...data, pages: data.pages.map((page) => ({ ...page, total: page.counts[tab] })) }),
	});
	const answersIn = useCallback((page: LibraryPage & { total: number }) => page.answers, []);
	const list = usePagedList(query, NONE, answersIn);
	return { ...list, counts: query.data?.pages[0]?.counts, readAt: query.dataUpdatedAt };
}
