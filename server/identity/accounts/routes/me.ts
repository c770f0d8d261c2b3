import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "../../sessions/operation.ts";
import { deleteAccount } from "../delete-account.ts";
import { SIGNED_OUT } from "../passwords/check-password.ts";
import { type AccountRouteDeps, inLine } from "./account-route-deps.ts";
import { answerRefusal } from "./answers.ts";

/** `accounts/me/`: the signed-in account. */
export function addMe(app: FastifyInstance, deps: AccountRouteDeps): void {
	const { store, cookies, exportAccount, senders, note, now } = deps;

	addOperation(app, OPERATIONS.readMe, { senders }, async ({ identity, reply }) => {
		const account = await store.accountById(identity.accountId);
		return account ?? answerRefusal(reply, SIGNED_OUT);
	});

	addOperation(app, OPERATIONS.changeProfile, { senders }, async ({ identity, body, reply }) => {
		const account = await store.setProfile(identity.accountId, body);
		return account ?? answerRefusal(reply, SIGNED_OUT);
	});

	addOperation(app, OPERATIONS.exportMyData, { senders }, async ({ identity, reply }) => {
		const text = await exportAccount(identity.accountId);
		if (!text) return answerRefusal(reply, SIGNED_OUT);
		const day = now().toISOString().slice(0, 10);
		reply.header("Content-Disposition", `attachment; filename="my-data-${day}.json"`);
		reply.type("application/json; charset=utf-8");
		return reply.send(Readable.from(text));
	});

	addOperation(app, OPERATIONS.deleteAccount, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const answer = await inLine(deps, request, accountId, (accountDeps) =>
			deleteAccount(accountDeps, identity, body.current),
		);
		note({ event: "account_deleted", client: request.ip, accountId, outcome: answer });
		if (!answer.ok) return answerRefusal(reply, answer);
		cookies.clearSession(reply);
		return reply.send();
	});
}
