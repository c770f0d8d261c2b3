import type { FastifyInstance, FastifyReply } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { API_BASE } from "#contract/routes.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import type { Readiness } from "#server/platform/db/readiness.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { type HealthAnswer, LIVE_PATH, live, READY_PATH, ready } from "#server/platform/watch/health-answers.ts";

const HEALTH_PATH = API_BASE + OPERATIONS.readHealth.path;

/** For programs that know this process by its address, not by the name that visitors use. */
export const isHealthPath = (path: string | undefined): boolean =>
	path === HEALTH_PATH || path === LIVE_PATH || path === READY_PATH;

/**
 * The API's own health operation, 200 when the database answers and else 503, and the two paths for probes, which the metrics'
 * listener has as well.
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
