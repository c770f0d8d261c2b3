import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addressKey } from "../../accounts/email/address.ts";
import { register } from "../../accounts/register.ts";
import { tokenHash } from "../../scans/tokens.ts";
import { addOperation } from "../operation.ts";
import { type AccountParts, inLine } from "./account-parts.ts";
import { answerRefusal } from "./answers.ts";

/** `accounts/register/` and what is agreed to with it. */
export function addRegister(app: FastifyInstance, parts: AccountParts): void {
	addOperation(app, OPERATIONS.register, {}, async ({ body, request, reply }) => {
		const client = request.ip;
		const outcome = await inLine(parts, request, addressKey(body.email), (world) => register(world, body, client));
		if (!outcome.ok) {
			parts.note({ event: "registration", client, outcome });
			return answerRefusal(reply, outcome);
		}
		const { accountId, did, registration } = outcome;
		parts.note({ event: "registration", client, accountId, did, outcome });
		return { registration };
	});

	// A repeat changes nothing and gets the same answer, so its key need not be kept.
	addOperation(app, OPERATIONS.recordConsents, {}, async ({ body, reply }) => {
		await parts.store.recordConsents(tokenHash(body.registration), body, parts.now());
		return reply.send();
	});
}
