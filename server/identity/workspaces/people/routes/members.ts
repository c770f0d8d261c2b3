import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "../../../sessions/operation.ts";
import { changeMember, listMembers, removeMember } from "../manage-members.ts";
import { answerDone, answerRefusal } from "./answer.ts";
import type { PeopleRouteDeps } from "./people-deps.ts";

/** `members/`: who is in a workspace. */
export function addMembers(app: FastifyInstance, deps: PeopleRouteDeps): void {
	const { senders } = deps;

	addOperation(app, OPERATIONS.listMembers, { senders }, async ({ scope }) => (await listMembers(deps, scope)).list);

	addOperation(app, OPERATIONS.changeMember, { senders }, async ({ scope, params, body, reply }) => {
		const changed = await changeMember(deps, scope, params.accountId, body);
		return changed.ok ? changed.member : answerRefusal(reply, changed);
	});

	addOperation(app, OPERATIONS.removeMember, { senders }, async ({ scope, params, reply }) =>
		answerDone(reply, await removeMember(deps, scope, params.accountId)),
	);
}
