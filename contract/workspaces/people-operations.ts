import type { Operation } from "#contract/operations.ts";

/** Calls about workspaces, their members and invitations. */
export const PEOPLE_OPERATIONS = {} as const satisfies Record<string, Operation>;
