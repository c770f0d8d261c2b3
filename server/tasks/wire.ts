import type { Base } from "#server/platform/base.ts";
import { createTaskStore } from "../db/tasks/task-store.ts";

/** Tasks of clients. */
export const wireTasks = ({ deps: { now }, walled }: Base) => createTaskStore(walled, now);
