import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "../../sessions/operation.ts";
import { beginTotp, confirmTotp, endTotp, readSecondFactor, renewRecoveryCodes } from "../second-factor/manage-totp.ts";
import { signInSecond } from "../sessions/sign-in-second.ts";
import { type AccountRouteDeps, inLine } from "./account-route-deps.ts";
import { answerDone, answerRefusal } from "./answers.ts";

/** `accounts/second-factor/`, and the second step of signing in. */
export function addSecondFactor(app: FastifyInstance, deps: AccountRouteDeps): void {
	const { store, box, cookies, senders, note } = deps;

	addOperation(app, OPERATIONS.signInSecond, {}, async ({ body, request, reply }) => {
		const visitor = {
			client: request.ip,
			userAgent: request.headers["user-agent"],
			sessionToken: cookies.session(request),
			deviceToken: cookies.device(request),
			pendingToken: cookies.pending(request),
		};
		const outcome = await signInSecond(deps, body.code, visitor);
		note({ event: "sign_in", client: request.ip, accountId: outcome.accountId, did: "second_factor", outcome });
		if (!outcome.ok) return answerRefusal(reply, outcome);
		cookies.clearPending(reply);
		cookies.setSession(reply, outcome.sessionToken, { remembered: false });
		cookies.setDevice(reply, outcome.deviceToken);
		return reply.send();
	});

	addOperation(app, OPERATIONS.readSecondFactor, { senders }, async ({ identity }) =>
		readSecondFactor(store, identity.accountId),
	);

	addOperation(app, OPERATIONS.beginTotp, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const outcome = await inLine(deps, request, accountId, (accountDeps) =>
			beginTotp({ ...accountDeps, box }, identity, body.current),
		);
		note({ event: "second_factor", client: request.ip, accountId, did: "begun", outcome });
		if (!outcome.ok) return answerRefusal(reply, outcome);
		return { secret: outcome.secret, uri: outcome.uri };
	});

	addOperation(app, OPERATIONS.confirmTotp, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const outcome = await confirmTotp(deps, identity, body.code);
		note({ event: "second_factor", client: request.ip, accountId, did: "turned_on", outcome });
		return outcome.ok ? { recoveryCodes: outcome.recoveryCodes } : answerRefusal(reply, outcome);
	});

	addOperation(app, OPERATIONS.renewRecoveryCodes, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const outcome = await inLine(deps, request, accountId, (accountDeps) =>
			renewRecoveryCodes({ ...accountDeps, box }, identity, body),
		);
		note({ event: "second_factor", client: request.ip, accountId, did: "codes_renewed", outcome });
		return outcome.ok ? { recoveryCodes: outcome.recoveryCodes } : answerRefusal(reply, outcome);
	});

	addOperation(app, OPERATIONS.endTotp, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const outcome = await inLine(deps, request, accountId, (accountDeps) =>
			endTotp({ ...accountDeps, box }, identity, body),
		);
		note({ event: "second_factor", client: request.ip, accountId, did: "turned_off", outcome });
		return answerDone(reply, outcome);
	});
}
