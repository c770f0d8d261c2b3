import type { FastifyInstance } from "fastify";
import { API_BASE } from "#contract/routes.ts";
import { sendError } from "./errors.ts";

export const HEALTH_PATH = `${API_BASE}health/`;

/** 200 when the database answers, else 503. */
export function addHealth(app: FastifyInstance, isHealthy: () => Promise<boolean>): void {
	app.get(HEALTH_PATH, async (_request, reply) => {
		reply.header("Cache-Control", "no-store");
		if (await isHealthy()) return { status: "ok" };
		return sendError(reply, "unavailable", "The database does not answer.", { retryAfter: 5 });
	});
}
