import type { Pool } from "#server/platform/db/pool.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { TaskStore } from "../ports.ts";
import { createAddTask } from "./add-task.ts";
import { createChangeTask } from "./change-task.ts";
import { findTask, listTasks } from "./list-tasks.ts";

/** Tasks in PostgreSQL. */
export const createTaskStore = (walled: Pool, now: () => Date): TaskStore => ({
	page: (scope, query) => listTasks(within(walled, scope), scope, query, now()),
	find: (scope, id) => findTask(within(walled, scope), scope, id, now()),
	add: createAddTask(walled, now),
	change: createChangeTask(walled, now),
});
