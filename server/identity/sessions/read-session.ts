import type { FastifyInstance, FastifyRequest } from "fastify";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { askedPlace } from "./asked-place.ts";
import type { SessionSource } from "./found-session.ts";
import type { TokenSource } from "./found-token.ts";
import { ANONYMOUS, hasAuthorization, type ReadSession } from "./identity.ts";
import { isProvedLately } from "./lately.ts";
import { readToken } from "./read-token.ts";
import { isAlive, isToBeTouched } from "./session.ts";
import type { Cookies } from "./session-cookie.ts";

type SessionDeps = {
	tokens: TokenSource;
	store: SessionSource;
	cookies: Cookies;
	now: () => Date;
};

/** Reads sessions from their cookies. A remembered session gets its cookie again, so that its 30 days start over. */
export function addSessions(app: FastifyInstance, { tokens, store, cookies, now }: SessionDeps): ReadSession {
	const renewed = new WeakMap<FastifyRequest, string>();

	// Runs after the hook of the cookie plugin, which was registered first: a cookie that the call itself has set stays.
	app.addHook("onSend", async (request, reply) => {
		const token = renewed.get(request);
		if (token !== undefined && !reply.hasHeader("Set-Cookie")) cookies.setSession(reply, token, { remembered: true });
	});

	return async (request) => {
		if (hasAuthorization(request)) return readToken(request, tokens, now());
		const token = cookies.session(request);
		if (token === undefined) return ANONYMOUS;
		// An impossible place is refused by operations that need one (scopes.ts).
		const place = askedPlace(request);
		const { workspaceId, clientId } = place.ok ? place : { workspaceId: null, clientId: null };
		const asked = { tokenHash: tokenHash(token), workspaceId, clientId, today: dayOf(now()) };
		const found = await store.findSession(asked);
		if (!found || !isAlive(found, now())) return ANONYMOUS;
		if (isToBeTouched(found, now())) {
			await store.touchSession(found.id, now());
			if (found.remembered) renewed.set(request, token);
		}
		const { accountId, id: sessionId, signedInWith, twoFactors, email, emailConfirmed, operator, member } = found;
		return {
			type: "account",
			accountId,
			sessionId,
			token: undefined,
			signedInWith,
			twoFactors,
			provedLately: isProvedLately(found, now()),
			email,
			emailConfirmed,
			operator,
			member,
		};
	};
}
