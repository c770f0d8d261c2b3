import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { changePassword } from "../../accounts/change-password.ts";
import { forgotPassword } from "../../accounts/forgot-password.ts";
import { resetPassword } from "../../accounts/reset-password.ts";
import { addOperation } from "../operation.ts";
import type { AccountParts } from "./account-parts.ts";
import { answerDone, answerRefusal } from "./answers.ts";

/** `accounts/password/`: changed by whoever knows it, set anew by whoever reads the mailbox. */
export function addPassword(app: FastifyInstance, parts: AccountParts): void {
	const { cookies, readSession } = parts;

	addOperation(app, OPERATIONS.changePassword, { readSession }, async ({ identity, body, request, reply }) => {
		const userAgent = request.headers["user-agent"];
		const answer = await changePassword(parts, body, { ...identity, userAgent });
		if (!answer.ok) return answerRefusal(reply, answer);
		cookies.setSession(reply, answer.sessionToken, { remembered: answer.remembered });
		return reply.send();
	});

	addOperation(app, OPERATIONS.forgotPassword, {}, async ({ body, request, reply }) =>
		answerDone(reply, await forgotPassword(parts, body, request.ip)),
	);

	addOperation(app, OPERATIONS.resetPassword, {}, async ({ body, request, reply }) => {
		const answer = await resetPassword(parts, body, request.ip);
		if (answer.ok) cookies.setDevice(reply, answer.deviceToken);
		return answerDone(reply, answer);
	});
}
