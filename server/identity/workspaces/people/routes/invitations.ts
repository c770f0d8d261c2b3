import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "../../../sessions/operation.ts";
import { acceptInvitation, readInvitation } from "../accept-invitation.ts";
import { invite, resendInvitation, revokeInvitation } from "../manage-invitations.ts";
import { answerDone, answerRefusal } from "./answer.ts";
import type { PeopleRouteDeps } from "./people-deps.ts";

/** `invitations/`: who is invited to join a workspace, and how they answer. */
export function addInvitations(app: FastifyInstance, deps: PeopleRouteDeps): void {
	const { senders } = deps;

	addOperation(app, OPERATIONS.invite, { senders }, async ({ scope, identity, key, body, reply }) => {
		const invited = await invite(deps, { scope, emailConfirmed: identity.emailConfirmed }, { key, body });
		return invited.ok ? invited.answer : answerRefusal(reply, invited);
	});

	addOperation(app, OPERATIONS.resendInvitation, { senders }, async ({ scope, identity, params, reply }) => {
		const sender = { scope, emailConfirmed: identity.emailConfirmed };
		const resent = await resendInvitation(deps, sender, params.invitationId);
		return resent.ok ? resent.invitation : answerRefusal(reply, resent);
	});

	addOperation(app, OPERATIONS.revokeInvitation, { senders }, async ({ scope, params, reply }) =>
		answerDone(reply, await revokeInvitation(deps, scope, params.invitationId)),
	);

	// The same for everyone, so no session is read.
	addOperation(app, OPERATIONS.readInvitation, {}, async ({ body, request, reply }) => {
		const read = await readInvitation(deps, body.token, request.ip);
		return read.ok ? read.offer : answerRefusal(reply, read);
	});

	addOperation(app, OPERATIONS.acceptInvitation, { senders }, async ({ identity, body, request, reply }) => {
		const accepter = { accountId: identity.accountId, client: request.ip };
		const accepted = await acceptInvitation(deps, body.token, accepter);
		return accepted.ok ? accepted.membership : answerRefusal(reply, accepted);
	});
}
