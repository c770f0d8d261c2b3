import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { ownedTarget, targetClaim, targetList } from "./targets.ts";

const targetParams = z.object({ targetId: z.uuid("This is not a target ID.") });

/** Calls about ownership of hosts. */
export const TARGET_OPERATIONS = {
	listTargets: {
		method: "GET",
		path: API_PATHS.targets,
		access: "account",
		permission: "read",
		scope: "scans:read",
		tag: "Targets",
		summary: "Hosts that the account says are its own, and whether they are verified.",
		success: 200,
		answer: targetList,
	},
	claimTarget: {
		method: "POST",
		path: API_PATHS.targets,
		access: "account",
		permission: "arrange",
		tag: "Targets",
		summary: "Add one of your hosts. The response explains how to verify it. Adding it again has no effect.",
		body: targetClaim,
		success: 201,
		answer: ownedTarget,
	},
	verifyTarget: {
		method: "POST",
		path: API_PATHS.verifyTarget,
		access: "account",
		permission: "arrange",
		tag: "Targets",
		summary: "Look for the proof now. The answer says whether it was found, or what was there instead.",
		params: targetParams,
		success: 200,
		answer: ownedTarget,
	},
	removeTarget: {
		method: "DELETE",
		path: API_PATHS.target,
		access: "account",
		permission: "arrange",
		tag: "Targets",
		summary: "Remove a host and its proof.",
		params: targetParams,
		success: 204,
	},
} as const satisfies Record<string, Operation>;
