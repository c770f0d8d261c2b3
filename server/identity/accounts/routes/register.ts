import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { addOperation } from "../../sessions/operation.ts";
import { addressKey } from "../email/address.ts";
import { register } from "../register.ts";
import { type AccountRouteDeps, inLine } from "./account-route-deps.ts";
import { answerRefusal } from "./answers.ts";

/** `accounts/register/` and `accounts/consents/`. */
export function addRegister(app: FastifyInstance, deps: AccountRouteDeps): void {
	addOperation(app, OPERATIONS.register, {}, async ({ body, request, reply }) => {
		const client = request.ip;
		const outcome = await inLine(deps, request, addressKey(body.email), (accountDeps) =>
			register(accountDeps, body, client),
		);
		if (!outcome.ok) {
			deps.note({ event: "registration", client, outcome });
			return answerRefusal(reply, outcome);
		}
		const { accountId, did, registration } = outcome;
		deps.note({ event: "registration", client, accountId, did, outcome });
		return { registration };
	});

	// A repeat changes nothing and gets the same answer, so there is no need to store its key.
	addOperation(app, OPERATIONS.recordConsents, {}, async ({ body, reply }) => {
		await deps.store.recordConsents(tokenHash(body.registration), body, deps.now());
		return reply.send();
	});
}
