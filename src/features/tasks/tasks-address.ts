import type { TaskFilter } from "#contract/tasks/tasks.ts";
import { listAddress, oneOf } from "#src/ui/hooks/list-address.ts";

export const TABS = ["mine", "all", "overdue", "done", "dropped"] as const;
export type TaskTab = (typeof TABS)[number];

export const { readAddress, writeAddress } = listAddress({ tab: oneOf(TABS, "mine") });

/** The same as a filter of the API. */
export function filterOf(tab: TaskTab): TaskFilter {
	switch (tab) {
		case "mine":
			return { owner: "mine" };
		case "all":
			return {};
		case "overdue":
			return { overdue: "yes" };
		case "done":
		case "dropped":
			return { state: tab };
	}
}
