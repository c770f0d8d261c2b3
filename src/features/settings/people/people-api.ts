import type { AccountId } from "#contract/ids.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import type { InvitationRequest, MemberChange } from "#contract/workspaces/members.ts";
import { callApi } from "#src/lib/data/api.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";

const memberPath = (accountId: AccountId) => fillPath(API_PATHS.member, { accountId });
const invitationPath = (path: string, invitationId: string) => fillPath(path, { invitationId });

export const changeMember = (scope: WorkScope, accountId: AccountId, body: MemberChange) =>
	callApi(memberPath(accountId), { method: "PATCH", body, scope });
export const removeMember = (scope: WorkScope, accountId: AccountId) =>
	callApi(memberPath(accountId), { method: "DELETE", scope });
export const invite = (scope: WorkScope, body: InvitationRequest) =>
	callApi(API_PATHS.invitations, { method: "POST", body, scope });
export const resendInvitation = (scope: WorkScope, id: string) =>
	callApi(invitationPath(API_PATHS.resendInvitation, id), { method: "POST", scope });
export const revokeInvitation = (scope: WorkScope, id: string) =>
	callApi(invitationPath(API_PATHS.invitation, id), { method: "DELETE", scope });
