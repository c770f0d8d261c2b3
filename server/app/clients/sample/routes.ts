import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { CLIENTS_LIMIT } from "../clients-limit.ts";
import type { SampleStore } from "./store/sample-store.ts";

/** `clients/sample/`: a client that shows newcomers what everything is for. */
export function addSample(app: FastifyInstance, sample: SampleStore, senders: Senders): void {
	addOperation(app, OPERATIONS.addSample, { senders }, async ({ scope, reply }) => {
		const added = await sample.add(scope);
		switch (added) {
			case "limit_reached":
				return sendError(
					reply,
					added,
					`A workspace can have ${CLIENTS_LIMIT} clients. Delete one that is no longer needed, and try again.`,
				);
			case "host_of_other_client":
				return sendError(reply, added, "A client has a host of the sample. Nothing was added; remove that host first.");
			default:
				return added;
		}
	});
	addOperation(app, OPERATIONS.removeSample, { senders }, async ({ scope, reply }) => {
		await sample.remove(scope);
		return reply.send();
	});
}
