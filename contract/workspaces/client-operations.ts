import type { Operation } from "#contract/operations.ts";

/** Calls about the clients of a workspace. */
export const CLIENT_OPERATIONS = {} as const satisfies Record<string, Operation>;
