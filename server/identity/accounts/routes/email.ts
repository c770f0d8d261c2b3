import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "../../sessions/operation.ts";
import { changeEmail } from "../email/change-email.ts";
import { confirmEmail } from "../email/confirm-email.ts";
import { resendConfirmation } from "../email/resend-confirmation.ts";
import { type AccountRouteDeps, inLine } from "./account-route-deps.ts";
import { answerDone } from "./answers.ts";

/** `accounts/email/`: the address of an account and its confirmation. */
export function addEmail(app: FastifyInstance, deps: AccountRouteDeps): void {
	const { senders, note } = deps;

	addOperation(app, OPERATIONS.changeEmail, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const asker = { accountId, client: request.ip };
		const outcome = await inLine(deps, request, accountId, (accountDeps) => changeEmail(accountDeps, body, asker));
		note({ event: "address_change_asked", ...asker, outcome });
		return answerDone(reply, outcome);
	});

	addOperation(app, OPERATIONS.confirmEmail, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const asker = { accountId, client: request.ip };
		const outcome = await inLine(deps, request, accountId, (accountDeps) => confirmEmail(accountDeps, body, asker));
		note({ event: "address_confirmed", ...asker, outcome });
		return answerDone(reply, outcome);
	});

	addOperation(app, OPERATIONS.resendConfirmation, { senders }, async ({ identity, request, reply }) => {
		const asker = { accountId: identity.accountId, client: request.ip };
		const outcome = await resendConfirmation(deps, asker);
		note({ event: "code_asked", ...asker, outcome });
		return answerDone(reply, outcome);
	});
}
