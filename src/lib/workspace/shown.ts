import type { WorkspaceId } from "#contract/ids.ts";
import { type Permission, type Role, can as roleCan } from "#contract/workspaces/roles.ts";
import type { Client, Workspace } from "#contract/workspaces/workspaces.ts";
import { OWN, type WorkScope } from "./scope.ts";

/** What the screens are about. */
export type Shown = {
	/** For reads and requests. */
	scope: WorkScope;
	/** Null until it is read, and on a device without an account. */
	workspace: Workspace | null;
	/** Null: all clients. */
	client: Client | null;
	/** Null while it is not known. */
	role: Role | null;
	/** Whether actions that need this permission are offered here. */
	can(permission: Permission): boolean;
	/** Whether the client is archived: nothing new is created for it, whatever the role. */
	archived: boolean;
};

export type ShownState =
	| { status: "shown"; shown: Shown }
	/** The address names a client, but the workspace is not loaded yet. */
	| { status: "opening" }
	/** It names one, but the workspace can neither be read nor found on this device. */
	| { status: "unreadable"; error: unknown }
	/** The workspace has no client with this code. */
	| { status: "unknown-client"; code: string; workspace: Workspace };

type Asked = {
	/** Whether the device knows an account whose data may be shown. */
	hasAccount: boolean;
	/** The workspace to show; null: the account's own. */
	workspaceId: WorkspaceId | null;
	/** The client's code in the address; null if none is named. */
	code: string | null;
	reading: { data: Workspace | undefined; error: unknown; isFetching: boolean };
};

const shownOf = (scope: WorkScope, workspace: Workspace | null, client: Client | null): Shown => {
	// Users own their own workspace, even before it is loaded.
	const role = workspace?.role ?? (scope.workspace === null ? "owner" : null);
	const archived = client !== null && client.archivedAt !== null;
	const can = (permission: Permission) =>
		role !== null && roleCan(role, permission) && !(archived && permission === "work");
	return { scope, workspace, client, role, can, archived };
};

/** For a device without an account, and screens outside the dashboard. */
export const shownWithout = (workspaceId: WorkspaceId | null): Shown =>
	shownOf({ workspace: workspaceId, client: null }, null, null);

/** What the screens are about, from the address and whatever is loaded of the workspace. */
export function shownState({ hasAccount, workspaceId, code, reading }: Asked): ShownState {
	if (!hasAccount) return { status: "shown", shown: shownOf(OWN, null, null) };
	const { data: workspace = null, error, isFetching } = reading;
	if (code === null) {
		// A guest sees one client, whatever the address says.
		const only = workspace?.role === "guest" ? (workspace.clients[0] ?? null) : null;
		return { status: "shown", shown: shownOf({ workspace: workspaceId, client: null }, workspace, only) };
	}
	const client = workspace?.clients.find((one) => one.code === code);
	if (workspace && client) {
		return { status: "shown", shown: shownOf({ workspace: workspaceId, client: client.id }, workspace, client) };
	}
	// The stored data may be older than the client.
	if (isFetching && !error) return { status: "opening" };
	if (workspace) return { status: "unknown-client", code, workspace };
	return { status: "unreadable", error };
}

/** Whether there is work besides the account's own. If not, no screen shows whose work it is. */
export const hasClients = (workspace: Workspace | null): boolean =>
	workspace !== null && (workspace.clients.length > 1 || workspace.clients.some(({ own }) => !own));

/** The clients that are still active: the account's own first, then by name. */
export const activeClients = (workspace: Workspace | null): readonly Client[] =>
	(workspace?.clients ?? [])
		.filter(({ archivedAt }) => archivedAt === null)
		.toSorted((a, b) => Number(b.own) - Number(a.own) || a.name.localeCompare(b.name, "en"));

export const archivedClients = (workspace: Workspace | null): readonly Client[] =>
	(workspace?.clients ?? []).filter(({ archivedAt }) => archivedAt !== null);
