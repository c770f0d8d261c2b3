import type { WorkspaceId } from "#contract/ids.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import type { Entry, EntryOwner, NewEntry } from "#src/requests/entry.ts";
import { workspaceOf } from "#src/requests/scope.ts";
import { type WorkScope, workspaceIn } from "./scope.ts";

type ScopeFields = Pick<NewEntry, "workspace" | "clientId" | "client">;

/**
 * The part of an entry that says whose work it is: set when it is created, and never changed. Empty for a request without an account: the
 * workspace on screen may belong to the previous account.
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

/** Whether an entry is about the work on screen. An entry without a client belongs to the whole workspace. */
export const isEntryOf = (entry: Entry, scope: WorkScope): boolean => {
	const workspace = workspaceOf(entry);
	if (workspace === null) return scope.client === null;
	return workspace === workspaceIn(scope) && (scope.client === null || entry.clientId === scope.client);
};
