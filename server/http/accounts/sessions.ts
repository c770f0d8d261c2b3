import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { isAlive } from "../../accounts/sessions/session.ts";
import { tokenHash } from "../../scans/tokens.ts";
import { sendError } from "../errors.ts";
import { addOperation } from "../operation.ts";
import type { AccountRouteDeps } from "./account-route-deps.ts";

/** `accounts/session/`, the current one, and `accounts/sessions/`, all sessions of the account. */
export function addSessionRoutes(app: FastifyInstance, { store, cookies, senders, note, now }: AccountRouteDeps): void {
	const done = { ok: true } as const;

	// The cookie names the session: a sign-out that was queued offline may arrive after it has ended, or after another one began.
	addOperation(app, OPERATIONS.signOut, {}, async ({ request, reply }) => {
		const token = cookies.session(request);
		if (token !== undefined) {
			const accountId = await store.endSessionOf(tokenHash(token));
			if (accountId) note({ event: "sign_out", client: request.ip, accountId, outcome: done });
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

	addOperation(app, OPERATIONS.listSessions, { senders }, async ({ identity }) => {
		const alive = (await store.listSessions(identity.accountId)).filter((session) => isAlive(session, now()));
		const sessions = alive.map(({ id, device, createdAt, lastSeenAt }) => ({
			id,
			device,
			createdAt: createdAt.toISOString(),
			lastSeenAt: lastSeenAt.toISOString(),
			current: id === identity.sessionId,
		}));
		return { sessions };
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
