import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { COMPANY_SIGN_OUT } from "#contract/requests/headers.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { addOperation } from "../../sessions/operation.ts";
import { isAlive } from "../../sessions/session.ts";
import { networkOf } from "../account-log.ts";
import type { AccountRouteDeps } from "./account-route-deps.ts";

/** `accounts/session/`, the current one, and `accounts/sessions/`, all sessions of the account. */
export function addSessionRoutes(app: FastifyInstance, { store, cookies, senders, note, now }: AccountRouteDeps): void {
	const done = { ok: true } as const;

	// The cookie names the session: a sign-out that was queued offline may arrive after the session has ended, or after another one has
	// started.
	addOperation(app, OPERATIONS.signOut, {}, async ({ request, reply }) => {
		const token = cookies.session(request);
		if (token !== undefined) {
			const ended = await store.endSessionOf(tokenHash(token));
			if (ended) note({ event: "sign_out", client: request.ip, accountId: ended.accountId, outcome: done });
			if (ended?.signOutPage) reply.header(COMPANY_SIGN_OUT, ended.signOutPage);
		}
		cookies.clearSession(reply);
		return reply.send();
	});

	addOperation(app, OPERATIONS.rememberSession, { senders }, async ({ identity, request, reply }) => {
		await store.rememberSession(identity.sessionId);
		const token = cookies.session(request);
		if (token !== undefined) cookies.setSession(reply, token, { remembered: true });
		return reply.send();
	});

	addOperation(app, OPERATIONS.listSessions, { senders }, async ({ identity, request }) => {
		const here = networkOf(request.ip);
		const alive = (await store.listSessions(identity.accountId)).filter((session) => isAlive(session, now()));
		const sessions = alive.map(({ id, device, network, signedInWith, createdAt, lastSeenAt }) => ({
			id,
			device,
			network,
			thisNetwork: network === here,
			signedInWith,
			createdAt: createdAt.toISOString(),
			lastSeenAt: lastSeenAt.toISOString(),
			current: id === identity.sessionId,
		}));
		return { sessions };
	});

	addOperation(app, OPERATIONS.endOtherSessions, { senders }, async ({ identity, request, reply }) => {
		const { accountId, sessionId } = identity;
		await store.endOtherSessions(accountId, sessionId);
		note({ event: "sessions_ended", client: request.ip, accountId, did: "others", outcome: done });
		return reply.send();
	});

	addOperation(app, OPERATIONS.endSession, { senders }, async ({ identity, params, request, reply }) => {
		const { accountId } = identity;
		if (!(await store.endSession(accountId, params.sessionId))) {
			return sendError(reply, "not_found", "There is no such session. It may already have ended.");
		}
		note({ event: "sessions_ended", client: request.ip, accountId, did: "one", outcome: done });
		if (params.sessionId === identity.sessionId) cookies.clearSession(reply);
		return reply.send();
	});

	addOperation(app, OPERATIONS.signOutEverywhere, { senders }, async ({ identity, request, reply }) => {
		const { accountId } = identity;
		await store.endAllSessions(accountId);
		note({ event: "sessions_ended", client: request.ip, accountId, did: "all", outcome: done });
		cookies.clearSession(reply);
		return reply.send();
	});
}
