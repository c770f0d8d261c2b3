import type { WorkspaceId } from "#contract/ids.ts";

/** Who a person is at a workspace's provider. */
export type Identity = { workspaceId: WorkspaceId; issuer: string; subject: string };
