import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { can } from "#contract/workspaces/roles.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError, sendTooOften } from "#server/platform/http/errors.ts";
import { KEY_MISMATCH } from "#server/platform/refusals/refusal.ts";
import type { Tickets } from "../wire.ts";

const NOT_FOUND = "There is no such finding or task here. It may belong to another client. Nothing was created.";
const NO_TRACKER = "There is no such tracker for this client. Nothing was created.";
const FINISHED = "It is fixed or done already, so there is nothing to create a ticket for. Nothing was created.";
const NOTHING_TO_TRY = "There is no such ticket, or it is being worked on right now. Nothing was done.";
const ONE = "Please name one finding or one task.";

type TicketDeps = { tickets: Pick<Tickets, "store">; senders: Senders; now(): Date };

/** `tickets/`: issues for findings and tasks. */
export function addTickets(app: FastifyInstance, { tickets: { store }, senders, now }: TicketDeps): void {
	addOperation(app, OPERATIONS.listTickets, { senders }, async ({ scope, query, reply }) => {
		const { finding, task } = query;
		const may = { create: can(scope.role, "work") };
		if (finding !== undefined && task === undefined)
			return store.list(scope, { type: "finding", fingerprint: finding }, may);
		if (task !== undefined && finding === undefined) return store.list(scope, { type: "task", taskId: task }, may);
		return sendError(reply, "invalid_body", ONE, { fields: [{ field: "/finding", message: ONE }] });
	});

	addOperation(app, OPERATIONS.createTicket, { senders }, async ({ scope, key, body, reply }) => {
		const created = await store.create(scope, { key, request: body });
		if (created.ok) return created.answer;
		switch (created.because) {
			case "rate_limited":
				return sendTooOften(reply, created.retryAfter);
			case "not_found":
				return sendError(reply, "not_found", NOT_FOUND);
			case "no_tracker":
				return sendError(reply, "not_found", NO_TRACKER);
			case "already_finished":
				return sendError(reply, "already_finished", FINISHED);
			case "idempotency_mismatch":
				return sendError(reply, "idempotency_mismatch", KEY_MISMATCH);
		}
	});

	addOperation(app, OPERATIONS.retryTicket, { senders }, async ({ scope, params, reply }) =>
		(await store.retry(scope, params.ticketId, now())) ? reply.send() : sendError(reply, "not_found", NOTHING_TO_TRY),
	);
}
