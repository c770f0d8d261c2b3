import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { deleteAccount } from "../../accounts/delete-account.ts";
import { SIGNED_OUT } from "../../accounts/passwords/check-password.ts";
import { addOperation } from "../operation.ts";
import { type AccountParts, inLine } from "./account-parts.ts";
import { answerRefusal } from "./answers.ts";

/** `accounts/me/`: the account that asks. */
export function addMe(app: FastifyInstance, parts: AccountParts): void {
	const { store, cookies, readSession, note } = parts;

	addOperation(app, OPERATIONS.readMe, { readSession }, async ({ identity, reply }) => {
		const account = await store.accountById(identity.accountId);
		return account ?? answerRefusal(reply, SIGNED_OUT);
	});

	addOperation(app, OPERATIONS.changeProfile, { readSession }, async ({ identity, body, reply }) => {
		const account = await store.setProfile(identity.accountId, body);
		return account ?? answerRefusal(reply, SIGNED_OUT);
	});

	addOperation(app, OPERATIONS.deleteAccount, { readSession }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const answer = await inLine(parts, request, accountId, (world) => deleteAccount(world, accountId, body.current));
		note({ event: "account_deleted", client: request.ip, accountId, outcome: answer });
		if (!answer.ok) return answerRefusal(reply, answer);
		cookies.clearSession(reply);
		return reply.send();
	});
}
