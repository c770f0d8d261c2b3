import * as z from "zod/mini";
import { wordAccepted } from "#contract/controls/controls.ts";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { scanQuery } from "#contract/scans/scan-query.ts";
import { task, taskChange, taskFilter, taskId, taskPage, taskRequest } from "./tasks.ts";

/** Calls about tasks. Without a client they cover all that the member may see. */
export const TASK_OPERATIONS = {
	listTasks: {
		method: "GET",
		path: API_PATHS.tasks,
		access: "account",
		permission: "read",
		scope: "tasks:read",
		tag: "Tasks",
		summary: "Tasks, the ones due first, page by page.",
		query: z.extend(taskFilter, z.pick(scanQuery, { cursor: true, limit: true }).shape),
		success: 200,
		answer: taskPage,
		conditional: true,
	},
	addTask: {
		method: "POST",
		path: API_PATHS.tasks,
		access: "account",
		permission: "work",
		tag: "Tasks",
		summary: "Add a task.",
		body: taskRequest,
		success: 202,
		answer: wordAccepted,
		idempotent: true,
	},
	changeTask: {
		method: "POST",
		path: API_PATHS.taskChanges,
		access: "account",
		permission: "work",
		tag: "Tasks",
		summary: "Say something of a task: its state, owner, day, a note. The word said last counts, whenever it arrives.",
		body: taskChange,
		success: 202,
		answer: wordAccepted,
		idempotent: true,
	},
	readTask: {
		method: "GET",
		path: API_PATHS.task,
		access: "account",
		permission: "read",
		scope: "tasks:read",
		tag: "Tasks",
		summary: "One task.",
		params: z.object({ taskId }),
		success: 200,
		answer: task,
		conditional: true,
	},
} as const satisfies Record<string, Operation>;
