import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import type { EntryOwner, HoldReason } from "./entry.ts";

/** Which workspace and client an entry is for. It is written when the entry is made, and nothing changes it. */
export type EntryScope = {
	/** Absent: the workspace that its account has from the beginning, as in records from before there were workspaces. */
	workspace?: WorkspaceId;
	/** Absent: it names no client, and the server decides by the host. */
	clientId?: ClientId;
};

type Scoped = EntryScope & { owner: EntryOwner };

/** A scope without absent keys. What no account requested belongs to no workspace. */
export const scopeOf = ({ owner, workspace, clientId }: Scoped): EntryScope =>
	owner === "anonymous"
		? {}
		: { ...(workspace !== undefined && { workspace }), ...(clientId !== undefined && { clientId }) };

/**
 * What a request says about its scope. The account's own workspace is left unsaid: such a request is the same, byte for byte, as
 * one from before there were workspaces, so a server of that time, which a batch may still meet during an update, accepts it.
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

/** Reasons to hold an entry that only version 3 knows. */
const REASONS_OF_3: readonly HoldReason[] = ["workspace", "role", "client"];

/**
 * The version of an entry's record. 3 if code from before there were workspaces must leave it alone: that code would send it
 * without its workspace and client, or take it for damaged. Everything else stays 2, so that it goes out from an old tab, too.
 */
export function versionOf(entry: Scoped, reason?: HoldReason): 2 | 3 {
	const isSaid = Object.keys(saidScope(entry)).length > 0;
	return isSaid || (reason !== undefined && REASONS_OF_3.includes(reason)) ? 3 : 2;
}
