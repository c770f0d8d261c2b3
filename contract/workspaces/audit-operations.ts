import type { Operation } from "#contract/operations.ts";

/** Calls about the audit log of a workspace. */
export const AUDIT_OPERATIONS = {} as const satisfies Record<string, Operation>;
