import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { proveNow } from "../../accounts/proof/prove-now.ts";
import { addOperation } from "../operation.ts";
import { type AccountRouteDeps, inLine } from "./account-route-deps.ts";
import { answerDone } from "./answers.ts";

/** `accounts/proof/`. */
export function addProof(app: FastifyInstance, deps: AccountRouteDeps): void {
	const { store, box, senders, note } = deps;

	addOperation(app, OPERATIONS.readProof, { senders }, async ({ identity }) => {
		const { accountId, signedInWith, provedLately } = identity;
		return { lately: provedLately, signedInWith, code: Boolean((await store.totpOf(accountId))?.confirmedAt) };
	});

	addOperation(app, OPERATIONS.giveProof, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const outcome = await inLine(deps, request, accountId, (accountDeps) =>
			proveNow({ ...accountDeps, box }, body, identity),
		);
		note({ event: "proved", client: request.ip, accountId, outcome });
		return answerDone(reply, outcome);
	});
}
