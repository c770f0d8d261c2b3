import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import type { EntryOwner, EntryScope } from "./entry.ts";

type Scoped = { owner: EntryOwner } & { [K in keyof EntryScope]: EntryScope[K] | undefined };

/**
 * What a request says about its scope. The account's own workspace is omitted: such a request is byte for byte the same as one from before
 * workspaces existed, so a server from that time, which may still answer during an update, accepts it.
 */
export const saidScope = ({ owner, workspace, clientId }: Scoped): { workspace?: WorkspaceId; client?: ClientId } => ({
	...(workspace !== undefined && !isOwn(workspace, owner) && { workspace }),
	...(clientId !== undefined && { client: clientId }),
});

/** The workspace an entry belongs to; null if it has no account. An account's own workspace has the account's id. */
export function workspaceOf({ owner, workspace }: Scoped): WorkspaceId | null {
	if (workspace !== undefined) return workspace;
	return owner === "anonymous" || owner === "unclaimed" ? null : ownWorkspace(owner);
}

/** Without parsing: the contract's function would bring the parser into every page. */
const ownWorkspace = (account: AccountId) => account as string as WorkspaceId;

const isOwn = (workspace: WorkspaceId, owner: EntryOwner) => workspace === (owner as string);
