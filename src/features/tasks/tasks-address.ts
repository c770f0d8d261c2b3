import type { TaskFilter } from "#contract/tasks/tasks.ts";

export const TABS = ["mine", "all", "overdue", "done", "dropped"] as const;
export type TaskTab = (typeof TABS)[number];

export type TasksAddress = { tab: TaskTab };

/** Anything we would not write shows the first view: one's own tasks. */
export const readAddress = (query: URLSearchParams): TasksAddress => ({
	tab: TABS.find((name) => name === query.get("tab")) ?? "mine",
});

/** The first view has no query. */
export const writeAddress = ({ tab }: TasksAddress): URLSearchParams =>
	new URLSearchParams(tab === "mine" ? {} : { tab });

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
