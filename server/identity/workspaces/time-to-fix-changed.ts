import type { WorkspaceId } from "#contract/ids.ts";

/** A workspace has another time to fix from now on. */
export type TimeToFixChanged = { workspaceId: WorkspaceId; now: Date };
