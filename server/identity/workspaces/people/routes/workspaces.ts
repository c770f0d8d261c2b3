import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { STEP_UP_REQUIRED } from "../../../sessions/lately.ts";
import { addOperation } from "../../../sessions/operation.ts";
import { changeWorkspace, createWorkspace, listWorkspaces, readWorkspace } from "../manage-workspace.ts";
import { answerRefusal } from "./answer.ts";
import type { PeopleRouteDeps } from "./people-deps.ts";

/** `workspaces/` and `workspace/`. */
export function addWorkspaces(app: FastifyInstance, deps: PeopleRouteDeps): void {
	const { senders } = deps;

	addOperation(app, OPERATIONS.listWorkspaces, { senders }, ({ identity }) => listWorkspaces(deps, identity.accountId));

	addOperation(app, OPERATIONS.createWorkspace, { senders }, async ({ identity, key, body, reply }) => {
		const created = await createWorkspace(deps, identity.accountId, { key, body });
		return created.ok ? created.answer : answerRefusal(reply, created);
	});

	addOperation(app, OPERATIONS.readWorkspace, { senders }, async ({ scope, request, reply }) => {
		const read = await readWorkspace(deps, scope);
		if (!read.ok) return answerRefusal(reply, read);
		return isUnchanged(request, reply, read.workspace) ? reply.code(304).send() : read.workspace;
	});

	addOperation(app, OPERATIONS.changeWorkspace, { senders }, async ({ identity, scope, body, reply }) => {
		const { twoFactors, provedLately } = identity;
		// An unattended session must not be able to remove the requirement; the rest can be changed back.
		if (body.twoFactorsRequired === false && !provedLately) return answerRefusal(reply, STEP_UP_REQUIRED);
		const changed = await changeWorkspace(deps, scope, { change: body, twoFactors });
		return changed.ok ? changed.workspace : answerRefusal(reply, changed);
	});
}
