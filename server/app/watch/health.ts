import type { FastifyInstance, FastifyReply } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import type { Readiness } from "#server/platform/db/readiness.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { LIVE_PATH, READY_PATH } from "#server/platform/http/health-paths.ts";
import { type HealthAnswer, live, ready } from "./health-answers.ts";

/**
 * The API's own health operation, 200 if the database answers and otherwise 503, and the two paths for probes, which the metrics'
 * listener also has.
 */
export function addHealth(
	app: FastifyInstance,
	isHealthy: () => Promise<boolean>,
	readiness: Pick<Readiness, "missing" | "parts">,
): void {
	addOperation(app, OPERATIONS.readHealth, {}, async ({ reply }) => {
		if (await isHealthy()) return { status: "ok" };
		return sendError(reply, "unavailable", "The database does not answer.", { retryAfter: 5 });
	});
	const send = (reply: FastifyReply, { status, headers, body }: HealthAnswer) =>
		reply.code(status).headers(headers).send(body);
	app.get(LIVE_PATH, async (_request, reply) => send(reply, live()));
	app.get(READY_PATH, async (_request, reply) => send(reply, await ready(readiness)));
}
