import type { FastifyRequest } from "fastify";
import { ownWorkspace, type WorkspaceId } from "#contract/ids.ts";
import { can, type Permission, rolesThatCan } from "#contract/workspaces/roles.ts";
import type { Refusal } from "#server/platform/refusals/refusal.ts";
import {
	CLIENT_ARCHIVED,
	CLIENT_UNKNOWN,
	OTHER_WORKSPACE,
	roleRequired,
	SIGN_ON_REQUIRED,
	TWO_FACTORS_REQUIRED,
} from "#server/platform/tenancy/refusals.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { askedPlace } from "./asked-place.ts";
import type { AccountIdentity } from "./identity.ts";

/** Which workspace and client a request is about, if the account may do there what the operation needs. */
export type ReadScope = (
	request: FastifyRequest,
	identity: AccountIdentity,
	/** `creates`: nothing may be created for an archived client. */
	needs: { permission: Permission; creates: boolean },
) => Promise<{ ok: true; scope: Scope } | Refusal>;

/** `managers`: names of members of a workspace who can help one whose role is not enough. */
export function createReadScope(managers: (workspace: WorkspaceId) => Promise<string[]>): ReadScope {
	return async (request, { accountId, member, token }, { permission, creates }) => {
		const asked = askedPlace(request);
		if (!asked.ok) return asked;
		const workspaceId = asked.workspaceId ?? token?.workspaceId ?? ownWorkspace(accountId);
		const wanted = asked.clientId;
		if (!member) return OTHER_WORKSPACE;
		const { role, onlyClient } = member;
		if (member.mustSignOn) return SIGN_ON_REQUIRED;
		if (member.mustGiveFactor) return TWO_FACTORS_REQUIRED;
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
