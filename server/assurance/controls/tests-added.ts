import type { ClientId, WorkspaceId } from "#contract/ids.ts";

/** A client has controls or tests that it did not have before, or that did not run. */
export type TestsAdded = { workspaceId: WorkspaceId; clientId: ClientId };
