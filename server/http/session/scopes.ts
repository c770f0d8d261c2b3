import type { FastifyRequest } from "fastify";
import type { ErrorCode } from "#contract/errors.ts";
import { CLIENT, WORKSPACE } from "#contract/headers.ts";
import { type ClientId, clientId, ownWorkspace, type WorkspaceId, workspaceId } from "#contract/ids.ts";
import { can, type Permission, ROLE_LABELS, rolesThatCan } from "#contract/workspaces/roles.ts";
import type { findScopes, readManagers } from "../../db/workspaces/find-scopes.ts";
import { dayOf } from "../../findings/track.ts";
import type { Scope } from "../../workspaces/scope.ts";
import type { AccountIdentity } from "./identity.ts";

type Refused = { ok: false; code: ErrorCode; message: string; details?: Record<string, unknown> };

/** Which workspace and client a request is about, if the account may do there what the operation needs. */
export type ReadScope = (
	request: FastifyRequest,
	identity: AccountIdentity,
	permission: Permission,
) => Promise<{ ok: true; scope: Scope } | Refused>;

type ScopeDeps = {
	find: (asked: Parameters<typeof findScopes>[1][number]) => Promise<Awaited<ReturnType<typeof findScopes>>[number]>;
	managers: (workspace: WorkspaceId) => ReturnType<typeof readManagers>;
	now: () => Date;
};

/** The same whether there is no such workspace or the account is no member, so that the answer does not reveal which. */
const OTHER_WORKSPACE: Refused = {
	ok: false,
	code: "other_workspace",
	message:
		"This request belongs to a workspace that you are not a member of. Nothing was done. If you were a member, ask one of its owners.",
};
const CLIENT_UNKNOWN: Refused = {
	ok: false,
	code: "client_unknown",
	message: "There is no such client in this workspace. It may have been deleted. Nothing was done.",
};
const CLIENT_ARCHIVED: Refused = {
	ok: false,
	code: "client_archived",
	message:
		"This client is archived, so nothing new is created for it. An owner or manager can bring it back in the list of clients.",
};

export function createReadScope({ find, managers, now }: ScopeDeps): ReadScope {
	return async (request, identity, permission) => {
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
			const people = await managers(workspaceId);
			return {
				ok: false,
				code: "role_required",
				message:
					`As ${ROLE_LABELS[role].toLowerCase()} of this workspace you cannot do this. Nothing was done. ${people.length > 0 ? `${people.join(", ")} can help.` : ""}`.trim(),
				details: { role, needs: rolesThatCan(permission), people },
			};
		}
		if (permission === "work" && member.archived) return CLIENT_ARCHIVED;
		return { ok: true, scope: { workspaceId, clientId: onlyClient ?? wanted, accountId, role } };
	};
}

/** What the headers say, or the query of an address that cannot have headers. */
function askedScope(
	request: FastifyRequest,
	{ accountId }: AccountIdentity,
): { ok: true; scope: { workspaceId: WorkspaceId; clientId: ClientId | null } } | Refused {
	const query = request.query as Record<string, unknown>;
	const workspace = request.headers[WORKSPACE.toLowerCase()] ?? query.workspace;
	const client = request.headers[CLIENT.toLowerCase()] ?? query.clientId;
	const inWorkspace = workspace === undefined ? ownWorkspace(accountId) : workspaceId.safeParse(workspace).data;
	const forClient = client === undefined ? null : clientId.safeParse(client).data;
	if (inWorkspace === undefined) return OTHER_WORKSPACE;
	if (forClient === undefined) return CLIENT_UNKNOWN;
	return { ok: true, scope: { workspaceId: inWorkspace, clientId: forClient } };
}
