import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "../../sessions/operation.ts";
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from "../passkeys/manage-passkeys.ts";
import { beginPasskeySignIn, signInWithPasskey } from "../passkeys/sign-in-passkey.ts";
import type { AccountRouteDeps } from "./account-route-deps.ts";
import { answerDone, answerRefusal } from "./answers.ts";

/** `accounts/passkeys/`, and signing in with one. */
export function addPasskeys(app: FastifyInstance, deps: AccountRouteDeps): void {
	const { cookies, senders, note } = deps;

	addOperation(app, OPERATIONS.beginPasskeySignIn, {}, async ({ request, reply }) => {
		const browser = { client: request.ip, browserToken: cookies.passkey(request) };
		const begun = await beginPasskeySignIn(deps, browser);
		if (!begun.ok) return answerRefusal(reply, begun);
		cookies.setPasskey(reply, begun.browserToken);
		return begun.request;
	});

	addOperation(app, OPERATIONS.signInWithPasskey, {}, async ({ body, request, reply }) => {
		const outcome = await signInWithPasskey(deps, body, {
			client: request.ip,
			userAgent: request.headers["user-agent"],
			sessionToken: cookies.session(request),
			deviceToken: cookies.device(request),
			browserToken: cookies.passkey(request),
		});
		note({ event: "sign_in", client: request.ip, accountId: outcome.accountId, did: "passkey", outcome });
		if (!outcome.ok) return answerRefusal(reply, outcome);
		cookies.setSession(reply, outcome.sessionToken, { remembered: false });
		cookies.setDevice(reply, outcome.deviceToken);
		return reply.send();
	});

	addOperation(app, OPERATIONS.listPasskeys, { senders }, ({ identity, request }) =>
		listPasskeys(deps, { accountId: identity.accountId, userAgent: request.headers["user-agent"] }),
	);

	addOperation(app, OPERATIONS.beginPasskey, { senders }, async ({ identity, request, reply }) => {
		const { accountId, sessionId } = identity;
		const asker = { accountId, sessionId, client: request.ip, browserToken: cookies.passkey(request) };
		const begun = await beginPasskey(deps, asker);
		note({ event: "passkey", client: request.ip, accountId, did: "begun", outcome: begun });
		if (!begun.ok) return answerRefusal(reply, begun);
		cookies.setPasskey(reply, begun.browserToken);
		return begun.creation;
	});

	addOperation(app, OPERATIONS.addPasskey, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId, sessionId } = identity;
		const asker = { accountId, sessionId, browserToken: cookies.passkey(request) };
		const outcome = await addPasskey(deps, body, asker);
		note({ event: "passkey", client: request.ip, accountId, did: "added", outcome });
		return outcome.ok ? outcome.passkey : answerRefusal(reply, outcome);
	});

	addOperation(app, OPERATIONS.renamePasskey, { senders }, async ({ identity, params, body, request, reply }) => {
		const { accountId } = identity;
		const outcome = await renamePasskey(deps, accountId, { id: params.passkeyId, name: body.name });
		note({ event: "passkey", client: request.ip, accountId, did: "renamed", outcome });
		return answerDone(reply, outcome);
	});

	addOperation(app, OPERATIONS.removePasskey, { senders }, async ({ identity, params, request, reply }) => {
		const { accountId } = identity;
		const outcome = await removePasskey(deps, identity, params.passkeyId);
		note({ event: "passkey", client: request.ip, accountId, did: "removed", outcome });
		return answerDone(reply, outcome);
	});
}
