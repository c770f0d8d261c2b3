import type { Base } from "#server/platform/base.ts";
import { createTaskStore } from "./store/task-store.ts";

/** Tasks of clients. */
export const wireTasks = ({ deps: { now }, walled }: Base) => createTaskStore(walled, now);
