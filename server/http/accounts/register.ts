import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { register } from "../../accounts/register.ts";
import { tokenHash } from "../../scans/tokens.ts";
import { addOperation } from "../operation.ts";
import type { AccountParts } from "./account-parts.ts";
import { answerRefusal } from "./answers.ts";

/** `accounts/register/` and what is agreed to with it. */
export function addRegister(app: FastifyInstance, parts: AccountParts): void {
	addOperation(app, OPERATIONS.register, {}, async ({ body, request, reply }) => {
		const answer = await register(parts, body, request.ip);
		return answer.ok ? { registration: answer.registration } : answerRefusal(reply, answer);
	});

	// A repeat changes nothing and gets the same answer, so its key need not be kept.
	addOperation(app, OPERATIONS.recordConsents, {}, async ({ body, reply }) => {
		await parts.store.recordConsents(tokenHash(body.registration), body, parts.now());
		return reply.send();
	});
}
