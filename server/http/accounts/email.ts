import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { changeEmail } from "../../accounts/email/change-email.ts";
import { confirmEmail } from "../../accounts/email/confirm-email.ts";
import { resendConfirmation } from "../../accounts/email/resend-confirmation.ts";
import { addOperation } from "../operation.ts";
import { type AccountParts, inLine } from "./account-parts.ts";
import { answerDone } from "./answers.ts";

/** `accounts/email/`: the address of an account, and showing whose it is. */
export function addEmail(app: FastifyInstance, parts: AccountParts): void {
	const { readSession, note } = parts;

	addOperation(app, OPERATIONS.changeEmail, { readSession }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const asker = { accountId, client: request.ip };
		const outcome = await inLine(parts, request, accountId, (world) => changeEmail(world, body, asker));
		note({ event: "address_change_asked", ...asker, outcome });
		return answerDone(reply, outcome);
	});

	addOperation(app, OPERATIONS.confirmEmail, { readSession }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const asker = { accountId, client: request.ip };
		const outcome = await inLine(parts, request, accountId, (world) => confirmEmail(world, body, asker));
		note({ event: "address_confirmed", ...asker, outcome });
		return answerDone(reply, outcome);
	});

	addOperation(app, OPERATIONS.resendConfirmation, { readSession }, async ({ identity, request, reply }) => {
		const asker = { accountId: identity.accountId, client: request.ip };
		const outcome = await resendConfirmation(parts, asker);
		note({ event: "code_asked", ...asker, outcome });
		return answerDone(reply, outcome);
	});
}
