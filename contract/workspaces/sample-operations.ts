import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { client } from "./workspaces.ts";

/** The sample: a client with made-up data that shows what the product does. */
export const SAMPLE_OPERATIONS = {
	addSample: {
		method: "POST",
		path: API_PATHS.sample,
		access: "account",
		permission: "own",
		tag: "Clients",
		summary:
			"Add a client with sample data: scans, findings, frameworks, controls, runs, evidence and tasks. If there is one already, it is the answer.",
		success: 201,
		answer: client,
	},
	removeSample: {
		method: "DELETE",
		path: API_PATHS.sample,
		access: "account",
		permission: "own",
		tag: "Clients",
		summary: "Delete the sample client with everything in it. Repeating it changes nothing.",
		success: 204,
	},
} as const satisfies Record<string, Operation>;
