import * as z from "zod/mini";
import type { Operation } from "./operation.ts";
import { API_PATHS } from "./routes.ts";

/** Calls about the server itself. */
export const SERVER_OPERATIONS = {
	readHealth: {
		method: "GET",
		path: API_PATHS.health,
		access: "public",
		tag: "Server",
		summary: "Whether this server and its database respond.",
		success: 200,
		answer: z.object({ status: z.literal("ok") }),
	},
	readOpenApi: {
		method: "GET",
		path: API_PATHS.openapi,
		access: "public",
		tag: "Server",
		summary: "This API, described for programs (OpenAPI 3.1).",
		success: 200,
	},
	readApiDocs: {
		method: "GET",
		path: API_PATHS.docs,
		access: "public",
		tag: "Server",
		summary: "This API, described for people.",
		success: 200,
	},
} as const satisfies Record<string, Operation>;
