import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { signIn } from "../../accounts/sign-in.ts";
import { addOperation } from "../operation.ts";
import type { AccountParts } from "./account-parts.ts";
import { answerRefusal } from "./answers.ts";

/** `accounts/token/`: signing in. */
export function addToken(app: FastifyInstance, parts: AccountParts): void {
	const { cookies } = parts;
	addOperation(app, OPERATIONS.signIn, {}, async ({ body, request, reply }) => {
		const answer = await signIn(parts, body, {
			client: request.ip,
			userAgent: request.headers["user-agent"],
			sessionToken: cookies.session(request),
			deviceToken: cookies.device(request),
		});
		if (!answer.ok) return answerRefusal(reply, answer);
		cookies.setSession(reply, answer.sessionToken, { remembered: false });
		cookies.setDevice(reply, answer.deviceToken);
		return reply.send();
	});
}
