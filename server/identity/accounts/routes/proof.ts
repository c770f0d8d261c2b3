import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "../../sessions/operation.ts";
import { proveWithPasskey } from "../passkeys/sign-in-passkey.ts";
import { proveNow } from "../proof/prove-now.ts";
import { type AccountRouteDeps, inLine } from "./account-route-deps.ts";
import { answerDone } from "./answers.ts";

/** `accounts/proof/`. */
export function addProof(app: FastifyInstance, deps: AccountRouteDeps): void {
	const { store, box, cookies, senders, note } = deps;

	addOperation(app, OPERATIONS.readProof, { senders }, async ({ identity }) => {
		const { accountId, signedInWith, provedLately } = identity;
		const code = Boolean((await store.totpOf(accountId))?.confirmedAt);
		const passkey = (await store.listPasskeys(accountId)).length > 0;
		return { lately: provedLately, signedInWith, code, passkey };
	});

	addOperation(app, OPERATIONS.giveProof, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const outcome = await inLine(deps, request, accountId, (accountDeps) =>
			proveNow({ ...accountDeps, box }, body, identity),
		);
		note({ event: "proved", client: request.ip, accountId, outcome });
		return answerDone(reply, outcome);
	});

	addOperation(app, OPERATIONS.giveProofByPasskey, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId, sessionId } = identity;
		const asker = { accountId, sessionId, browserToken: cookies.passkey(request) };
		const outcome = await proveWithPasskey(deps, body, asker);
		note({ event: "proved", client: request.ip, accountId, did: "passkey", outcome });
		return answerDone(reply, outcome);
	});
}
