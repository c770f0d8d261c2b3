import type { WorkspaceId } from "#contract/ids.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import type { Entry, EntryOwner, NewEntry } from "#src/requests/entry.ts";
import { workspaceOf } from "#src/requests/scope.ts";
import { type WorkScope, workspaceIn } from "./scope.ts";

type ScopeFields = Pick<NewEntry, "workspace" | "clientId" | "client">;

/**
 * What an entry says about whose work it is: written when it is made, and never changed. Nothing for a request that belongs to no
 * account yet: the workspace that the device shows may be of the account before.
 */
export function scopeFields(
	owner: EntryOwner,
	{ workspace }: Pick<WorkScope, "workspace">,
	client: Pick<Client, "id" | "name"> | null,
): ScopeFields {
	if (owner === "anonymous" || owner === "unclaimed") return {};
	return {
		workspace: workspace ?? (owner as string as WorkspaceId),
		...(client && { clientId: client.id, client: client.name }),
	};
}

/** Whether an entry is about the work that a screen shows. One that names no client is the whole workspace's. */
export const isEntryOf = (entry: Entry, scope: WorkScope): boolean => {
	const workspace = workspaceOf(entry);
	if (workspace === null) return scope.client === null;
	return workspace === workspaceIn(scope) && (scope.client === null || entry.clientId === scope.client);
};
