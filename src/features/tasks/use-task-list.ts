import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { Task, TaskPage } from "#contract/tasks/tasks.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { usePagedList } from "#src/lib/data/lists/use-paged-list.ts";
import { taskListQuery } from "#src/lib/tasks/tasks-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { filterOf, type TaskTab } from "./tasks-address.ts";

const NONE: readonly Task[] = [];

const COUNTED = { mine: "mine", all: "open", overdue: "overdue" } as const;

/** How many tasks a tab holds, as the server counts them; null if it does not count them. */
export function countIn(tab: TaskTab, counts: TaskPage["counts"] | undefined): number | null {
	if (!counts || tab === "done" || tab === "dropped") return null;
	return counts[COUNTED[tab]];
}

/** The tasks of a tab, as the server has them. */
export function useTaskList(tab: TaskTab) {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const filter = useMemo(() => filterOf(tab), [tab]);
	const query = useInfiniteQuery({
		...taskListQuery(filter, scope),
		enabled,
		select: (data) => ({
			...data,
			pages: data.pages.map((page) => ({ ...page, total: countIn(tab, page.counts) ?? page.tasks.length })),
		}),
	});
	const tasksIn = useCallback((page: TaskPage & { total: number }) => page.tasks, []);
	const list = usePagedList(query, NONE, tasksIn);
	return { ...list, counts: query.data?.pages[0]?.counts, readAt: query.dataUpdatedAt };
}
