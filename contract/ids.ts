import * as z from "zod/mini";

/** A scan's id: a UUID made by the server. It is not a secret and grants no access: reading needs the session or a report link. */
export const scanId = z.uuid().brand<"ScanId">();
export type ScanId = z.infer<typeof scanId>;

/** An outbox entry's id: a UUID v7 made on the device, so that ids sort by age. It is the entry's `Idempotency-Key`. */
export const entryId = z.uuid().brand<"EntryId">();
export type EntryId = z.infer<typeof entryId>;

/** An account's id: a UUID made by the server. */
export const accountId = z.uuid().brand<"AccountId">();
export type AccountId = z.infer<typeof accountId>;

/**
 * A workspace's id. The workspace that every account starts with has the account's id, so that requests from before workspaces need
 * no translation.
 */
export const workspaceId = z.uuid("This is not a workspace ID.").brand<"WorkspaceId">();
export type WorkspaceId = z.infer<typeof workspaceId>;

/** A client's id. The client that is the workspace itself has the workspace's id. */
export const clientId = z.uuid("This is not a client ID.").brand<"ClientId">();
export type ClientId = z.infer<typeof clientId>;

/** The workspace that every account starts with. */
export const ownWorkspace = (account: AccountId): WorkspaceId => workspaceId.parse(account);

/** The client that is the workspace itself. */
export const ownClient = (workspace: WorkspaceId): ClientId => clientId.parse(workspace);

/** The owner of an outbox entry, and the value of the `Plumbline-Account` header. */
export const owner = z.union([z.literal("anonymous"), accountId]);
export type Owner = z.infer<typeof owner>;
