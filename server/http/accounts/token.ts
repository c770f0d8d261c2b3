import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addressKey } from "../../accounts/email/address.ts";
import { signIn } from "../../accounts/sessions/sign-in.ts";
import { addOperation } from "../operation.ts";
import { type AccountParts, inLine } from "./account-parts.ts";
import { answerRefusal } from "./answers.ts";

/** `accounts/token/`: signing in. */
export function addToken(app: FastifyInstance, parts: AccountParts): void {
	const { cookies, note } = parts;
	addOperation(app, OPERATIONS.signIn, {}, async ({ body, request, reply }) => {
		const visitor = {
			client: request.ip,
			userAgent: request.headers["user-agent"],
			sessionToken: cookies.session(request),
			deviceToken: cookies.device(request),
		};
		const outcome = await inLine(parts, request, addressKey(body.email), (world) => signIn(world, body, visitor));
		note({ event: "sign_in", client: request.ip, accountId: outcome.accountId, outcome });
		if (!outcome.ok) return answerRefusal(reply, outcome);
		cookies.setSession(reply, outcome.sessionToken, { remembered: false });
		cookies.setDevice(reply, outcome.deviceToken);
		return reply.send();
	});
}
