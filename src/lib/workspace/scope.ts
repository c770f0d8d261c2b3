import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import { CLIENT, WORKSPACE } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import { readAccount } from "#src/lib/account/account.ts";

/**
 * Whose work a read or a request is about. `workspace` null: the account's own workspace. `client` null: all clients that the
 * member may see.
 */
export type WorkScope = { workspace: WorkspaceId | null; client: ClientId | null };

export const OWN: WorkScope = { workspace: null, client: null };

/**
 * The end of a query's key. Every query about a workspace's work has it: what was read for one workspace or client is never shown for
 * another. Empty for all of the account's own work, as in data stored before there were workspaces.
 */
export const scopeKey = ({ workspace, client }: WorkScope): readonly WorkScope[] =>
	workspace === null && client === null ? [] : [{ workspace, client }];

/** The workspace's id; null if this device knows no account. */
export function workspaceIn({ workspace }: Pick<WorkScope, "workspace">): WorkspaceId | null {
	if (workspace !== null) return workspace;
	const state = readAccount();
	// Not parsed: that would pull the parser into every page.
	return state.status === "known" ? (state.account.accountId as string as WorkspaceId) : null;
}

/** How a scope names a workspace: the account's own has no id there. */
export const named = (workspace: WorkspaceId): WorkspaceId | null =>
	workspace === workspaceIn(OWN) ? null : workspace;

/** What a query with this key is about. */
export function scopeIn(key: readonly unknown[]): WorkScope {
	const last = key.at(-1);
	return typeof last === "object" && last !== null && "workspace" in last ? (last as WorkScope) : OWN;
}

export const isSameScope = (a: WorkScope, b: WorkScope): boolean =>
	a.workspace === b.workspace && a.client === b.client;

/** The headers that name the scope of a request. */
export function scopeHeaders(scope: WorkScope): Record<string, string> {
	const workspace = workspaceIn(scope);
	return {
		...(workspace !== null && { [WORKSPACE]: workspace }),
		...(scope.client !== null && { [CLIENT]: scope.client }),
	};
}

/** The address of a download, which cannot have headers. */
export function scopedUrl(path: string, scope: WorkScope, query = new URLSearchParams()): string {
	const workspace = workspaceIn(scope);
	if (workspace !== null) query.set("workspace", workspace);
	if (scope.client !== null) query.set("clientId", scope.client);
	return `${API_BASE}${path}${query.size > 0 ? `?${query}` : ""}`;
}
