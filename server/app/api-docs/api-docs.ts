import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { apiPage } from "./api-page.ts";
import { openApi } from "./openapi.ts";

/** The API's description, for programs and for people. */
export function addApiDocs(app: FastifyInstance, publicUrl: () => string): void {
	addOperation(app, OPERATIONS.readOpenApi, {}, async ({ reply }) => {
		reply.header("Cache-Control", "no-cache").header("Access-Control-Allow-Origin", "*");
		return reply.type("application/json; charset=utf-8").send(JSON.stringify(openApi(publicUrl())));
	});
	addOperation(app, OPERATIONS.readApiDocs, {}, async ({ reply }) => {
		reply.header("Cache-Control", "no-cache");
		return reply.type("text/html; charset=utf-8").send(apiPage(openApi(publicUrl()), publicUrl()));
	});
}
