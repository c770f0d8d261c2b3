import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { changeEmail } from "../../accounts/change-email.ts";
import { confirmEmail } from "../../accounts/confirm-email.ts";
import { resendConfirmation } from "../../accounts/resend-confirmation.ts";
import { addOperation } from "../operation.ts";
import type { AccountParts } from "./account-parts.ts";
import { answerDone } from "./answers.ts";

/** `accounts/email/`: the address of an account, and showing whose it is. */
export function addEmail(app: FastifyInstance, parts: AccountParts): void {
	const { readSession } = parts;

	addOperation(app, OPERATIONS.changeEmail, { readSession }, async ({ identity, body, reply }) =>
		answerDone(reply, await changeEmail(parts, body, identity.accountId)),
	);

	addOperation(app, OPERATIONS.confirmEmail, {}, async ({ body, request, reply }) =>
		answerDone(reply, await confirmEmail(parts, body, request.ip)),
	);

	addOperation(app, OPERATIONS.resendConfirmation, { readSession }, async ({ identity, reply }) =>
		answerDone(reply, await resendConfirmation(parts, identity.accountId)),
	);
}
