import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { engineList } from "./engines.ts";

/** The scan tools of this server. */
export const ENGINE_OPERATIONS = {
	listEngines: {
		method: "GET",
		path: API_PATHS.engines,
		access: "public",
		scope: "scans:read",
		tag: "Engines",
		summary: "Which kinds of scan are available here now, and what the others need.",
		success: 200,
		answer: engineList,
		conditional: true,
	},
} as const satisfies Record<string, Operation>;
