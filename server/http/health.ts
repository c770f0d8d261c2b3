import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { API_BASE } from "#contract/routes.ts";
import { sendError } from "./errors.ts";
import { addOperation } from "./operation.ts";

export const HEALTH_PATH = API_BASE + OPERATIONS.readHealth.path;

/** 200 when the database answers, else 503. */
export function addHealth(app: FastifyInstance, isHealthy: () => Promise<boolean>): void {
	addOperation(app, OPERATIONS.readHealth, {}, async ({ reply }) => {
		if (await isHealthy()) return { status: "ok" };
		return sendError(reply, "unavailable", "The database does not answer.", { retryAfter: 5 });
	});
}
