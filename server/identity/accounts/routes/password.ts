import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "../../sessions/operation.ts";
import { addressKey } from "../email/address.ts";
import { changePassword } from "../passwords/change-password.ts";
import { forgotPassword } from "../passwords/forgot-password.ts";
import { resetPassword } from "../passwords/reset-password.ts";
import { type AccountRouteDeps, inLine } from "./account-route-deps.ts";
import { answerDone, answerRefusal } from "./answers.ts";

/** `accounts/password/`: changed with the current password, or set again with a code from the mailbox. */
export function addPassword(app: FastifyInstance, deps: AccountRouteDeps): void {
	const { cookies, senders, note } = deps;

	addOperation(app, OPERATIONS.changePassword, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const session = { ...identity, client: request.ip, userAgent: request.headers["user-agent"] };
		const outcome = await inLine(deps, request, accountId, (accountDeps) => changePassword(accountDeps, body, session));
		note({ event: "password_changed", client: request.ip, accountId, outcome });
		if (!outcome.ok) return answerRefusal(reply, outcome);
		cookies.setSession(reply, outcome.sessionToken, { remembered: outcome.remembered });
		return reply.send();
	});

	addOperation(app, OPERATIONS.forgotPassword, {}, async ({ body, request, reply }) => {
		const client = request.ip;
		const outcome = await forgotPassword(deps, body, { client, deviceToken: cookies.device(request) });
		note({ event: "code_asked", client, outcome });
		return answerDone(reply, outcome);
	});

	addOperation(app, OPERATIONS.resetPassword, {}, async ({ body, request, reply }) => {
		const client = request.ip;
		const visitor = { client, deviceToken: cookies.device(request) };
		const outcome = await inLine(deps, request, addressKey(body.email), (accountDeps) =>
			resetPassword(accountDeps, body, visitor),
		);
		note({ event: "password_reset", client, accountId: outcome.accountId, outcome });
		if (outcome.ok) cookies.setDevice(reply, outcome.deviceToken);
		return answerDone(reply, outcome);
	});
}
