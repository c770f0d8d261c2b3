import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { outboxAnswers, outboxBatch } from "./outbox.ts";
import { sealedRequest } from "./sealing.ts";

/** Calls for requests that waited on a device. */
export const OUTBOX_OPERATIONS = {
	sendOutbox: {
		method: "POST",
		path: API_PATHS.outbox,
		access: "public",
		tag: "Outbox",
		summary: "Several requests in one. Each is answered and commits on its own.",
		body: outboxBatch,
		success: 200,
		answer: outboxAnswers,
	},
	sendSealed: {
		method: "POST",
		path: API_PATHS.sealed,
		access: "account",
		// The route of the request inside checks its permission: a guest may answer questions but do no other work.
		permission: "read",
		tag: "Outbox",
		summary:
			"A request that was sealed when it was made. It is answered as the request inside would be, whatever its status is; 422 `seal_unknown` if no key of this server opens it for this workspace.",
		body: sealedRequest,
		success: 202,
		idempotent: true,
	},
} as const satisfies Record<string, Operation>;
