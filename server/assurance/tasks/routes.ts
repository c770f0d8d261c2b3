import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { TASKS_LIMIT } from "#contract/tasks/tasks.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError, sendTooOften } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { sendListPage } from "#server/platform/http/send-list-page.ts";
import { KEY_MISMATCH } from "#server/platform/refusals/refusal.ts";
import type { TaskStore } from "./store/task-store.ts";

const REFUSALS = {
	idempotency_mismatch: KEY_MISMATCH,
	not_found: "There is no such task here. It may belong to another client.",
	already_exists: "This task has already arrived. Nothing was added.",
	limit_reached: `This client has ${TASKS_LIMIT.toLocaleString("en")} tasks that are not done, and cannot have more. Nothing was added.`,
	changed_meanwhile: "This task is in another state by now. Please look at it, and decide again. Nothing was changed.",
};

const NO_CONTROL = "A task can be about controls of one client only, and one of these is not there. Nothing was added.";
const NO_MEMBER = "The owner has to be a member of this workspace who sees this client. Nothing was changed.";

const NO_OUTCOME = "A dropped task has to say why. Nothing was changed; please give another reason instead.";

/** `tasks/`: what has to be done, by whom, and by when. */
export function addTasks(app: FastifyInstance, tasks: TaskStore, senders: Senders): void {
	addOperation(app, OPERATIONS.listTasks, { senders }, async ({ scope, query, request, reply }) =>
		sendListPage(request, reply, await tasks.page(scope, query)),
	);
	addOperation(app, OPERATIONS.readTask, { senders }, async ({ scope, params, request, reply }) => {
		const task = await tasks.find(scope, params.taskId);
		if (!task) return sendError(reply, "not_found", REFUSALS.not_found);
		return isUnchanged(request, reply, task) ? reply.code(304).send() : task;
	});
	addOperation(app, OPERATIONS.addTask, { senders }, async ({ scope, key, body, reply }) => {
		const added = await tasks.add(scope, { key, request: body });
		if (added.ok) return added.answer;
		if (added.because === "rate_limited") return sendTooOften(reply, added.retryAfter);
		if (added.because === "no_control") return sendError(reply, "not_found", NO_CONTROL);
		if (added.because === "no_member") return sendError(reply, "invalid_body", NO_MEMBER);
		return sendError(reply, added.because, REFUSALS[added.because]);
	});
	addOperation(app, OPERATIONS.changeTask, { senders }, async ({ scope, key, body, reply }) => {
		const changed = await tasks.change(scope, { key, request: body });
		if (changed.ok) return changed.answer;
		if (changed.because === "rate_limited") return sendTooOften(reply, changed.retryAfter);
		if (changed.because === "no_member") return sendError(reply, "invalid_body", NO_MEMBER);
		if (changed.because === "no_outcome") return sendError(reply, "invalid_body", NO_OUTCOME);
		return sendError(reply, changed.because, REFUSALS[changed.because]);
	});
}
