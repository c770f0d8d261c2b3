import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { ClientColor } from "#contract/workspaces/client-colors.ts";
import type { Entry } from "#src/requests/entry.ts";
import { workspaceOf } from "#src/requests/scope.ts";

/** What this device knows about workspaces and their clients. */
export type Looks = {
	/** The workspace that the screens show; null: the account's own. */
	shown: WorkspaceId | null;
	/** The client that the screens show; null: all of them. */
	shownClient: ClientId | null;
	/** The clients that work can be requested for in the shown workspace. Empty: not known, and then clients are only labels. */
	clients: readonly { id: ClientId; name: string; code: string }[];
	/** Undefined if this device does not know it, for example after a deletion. */
	clientLook(workspace: WorkspaceId, client: ClientId): { name: string; color: ClientColor } | undefined;
	workspaceName(workspace: WorkspaceId): string | undefined;
};

export const NO_LOOKS: Looks = {
	shown: null,
	shownClient: null,
	clients: [],
	clientLook: () => undefined,
	workspaceName: () => undefined,
};

/** The client or workspace an entry is for. `color` is null for a client that is only a label, and where its color is not known. */
export type ShownClient = { name: string; color: ClientColor | null };

/** An entry's client by its current name, else by its name when the entry was made; null if it has none. */
export function clientOf(entry: Entry, { clientLook }: Pick<Looks, "clientLook">): ShownClient | null {
	const workspace = workspaceOf(entry);
	const look = entry.clientId && workspace && clientLook(workspace, entry.clientId);
	if (look) return look;
	const name = entry.client?.trim() || (entry.clientId && "Unknown client");
	return name ? { name, color: null } : null;
}

/** An entry's workspace if it differs from the one on screen; null if it is the same or the entry has none. */
export function otherWorkspace(entry: Entry, { shown }: Pick<Looks, "shown">): WorkspaceId | null {
	const workspace = workspaceOf(entry);
	const isHere = workspace === null || workspace === (shown ?? workspaceOf({ owner: entry.owner }));
	return isHere ? null : workspace;
}

/** Its name, or a generic name. */
export function otherWorkspaceName(entry: Entry, looks: Looks): string | null {
	const other = otherWorkspace(entry, looks);
	return other && (looks.workspaceName(other) ?? "Another workspace");
}
