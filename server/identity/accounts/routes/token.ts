import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "../../sessions/operation.ts";
import { addressKey } from "../email/address.ts";
import { SECOND_FACTOR_REQUIRED } from "../second-factor/pending-sign-in.ts";
import { signIn } from "../sessions/sign-in.ts";
import { type AccountRouteDeps, inLine } from "./account-route-deps.ts";
import { answerRefusal } from "./answers.ts";

/** `accounts/token/`: signing in. */
export function addToken(app: FastifyInstance, deps: AccountRouteDeps): void {
	const { cookies, note } = deps;
	addOperation(app, OPERATIONS.signIn, {}, async ({ body, request, reply }) => {
		const visitor = {
			client: request.ip,
			userAgent: request.headers["user-agent"],
			sessionToken: cookies.session(request),
			deviceToken: cookies.device(request),
		};
		const outcome = await inLine(deps, request, addressKey(body.email), (accountDeps) =>
			signIn(accountDeps, body, visitor),
		);
		const done = "pendingToken" in outcome ? { ...SECOND_FACTOR_REQUIRED, accountId: outcome.accountId } : outcome;
		note({ event: "sign_in", client: request.ip, accountId: outcome.accountId, outcome: done });
		if (!outcome.ok) return answerRefusal(reply, outcome);
		if ("pendingToken" in outcome) {
			cookies.setPending(reply, outcome.pendingToken);
			return answerRefusal(reply, SECOND_FACTOR_REQUIRED);
		}
		cookies.setSession(reply, outcome.sessionToken, { remembered: false });
		cookies.setDevice(reply, outcome.deviceToken);
		return reply.send();
	});
}
