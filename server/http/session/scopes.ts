import type { FastifyRequest } from "fastify";
import { CLIENT, WORKSPACE } from "#contract/headers.ts";
import { type ClientId, clientId, ownWorkspace, type WorkspaceId, workspaceId } from "#contract/ids.ts";
import { can, type Permission, rolesThatCan } from "#contract/workspaces/roles.ts";
import type { findScopes, readManagers } from "../../db/workspaces/find-scopes.ts";
import { dayOf } from "../../findings/track.ts";
import type { Refusal } from "../../scans/refusal.ts";
import { CLIENT_ARCHIVED, CLIENT_UNKNOWN, OTHER_WORKSPACE, roleRequired } from "../../workspaces/refusals.ts";
import type { Scope } from "../../workspaces/scope.ts";
import type { AccountIdentity } from "./identity.ts";

/** Which workspace and client a request is about, if the account may do there what the operation needs. */
export type ReadScope = (
	request: FastifyRequest,
	identity: AccountIdentity,
	/** `creates`: nothing may be created for an archived client. */
	needs: { permission: Permission; creates: boolean },
) => Promise<{ ok: true; scope: Scope } | Refusal>;

type ScopeDeps = {
	find: (asked: Parameters<typeof findScopes>[1][number]) => Promise<Awaited<ReturnType<typeof findScopes>>[number]>;
	managers: (workspace: WorkspaceId) => ReturnType<typeof readManagers>;
	now: () => Date;
};

export function createReadScope({ find, managers, now }: ScopeDeps): ReadScope {
	return async (request, identity, { permission, creates }) => {
		const asked = askedScope(request, identity);
		if (!asked.ok) return asked;
		const { accountId } = identity;
		const member = await find({ accountId, ...asked.scope, today: dayOf(now()) });
		if (!member) return OTHER_WORKSPACE;
		const { role, onlyClient } = member;
		const { workspaceId } = asked.scope;
		const wanted = asked.scope.clientId;
		if (wanted !== null && (member.client === null || (onlyClient !== null && onlyClient !== wanted))) {
			return CLIENT_UNKNOWN;
		}
		if (!can(role, permission)) {
			return roleRequired(role, rolesThatCan(permission), await managers(workspaceId));
		}
		if (creates && member.archived) return CLIENT_ARCHIVED;
		return { ok: true, scope: { workspaceId, clientId: onlyClient ?? wanted, accountId, role } };
	};
}

/** What the headers say, or the query of an address that cannot have headers. */
function askedScope(
	request: FastifyRequest,
	{ accountId }: AccountIdentity,
): { ok: true; scope: { workspaceId: WorkspaceId; clientId: ClientId | null } } | Refusal {
	const query = request.query as Record<string, unknown>;
	const workspace = request.headers[WORKSPACE.toLowerCase()] ?? query.workspace;
	const client = request.headers[CLIENT.toLowerCase()] ?? query.clientId;
	const inWorkspace = workspace === undefined ? ownWorkspace(accountId) : workspaceId.safeParse(workspace).data;
	const forClient = client === undefined ? null : clientId.safeParse(client).data;
	if (inWorkspace === undefined) return OTHER_WORKSPACE;
	if (forClient === undefined) return CLIENT_UNKNOWN;
	return { ok: true, scope: { workspaceId: inWorkspace, clientId: forClient } };
}
