import type { FastifyReply, FastifyRequest } from "fastify";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import { API_BASE } from "#contract/routes.ts";

/** Sessions of respondents: one cookie for each link, so that a person can answer several from one device. */
export type RespondCookies = {
	read(request: FastifyRequest, respondentId: RespondentId): string | undefined;
	/** It expires with the link's last day (UTC). */
	set(reply: FastifyReply, respondentId: RespondentId, session: { token: string; endsOn: string }): void;
	clear(reply: FastifyReply, respondentId: RespondentId): void;
};

const TOKEN = /^[\w-]{43}$/;

/** `isHttps` is a function because with PORT=0 the public address is only known after listening. */
export function createRespondCookies(isHttps: () => boolean): RespondCookies {
	const named = (id: RespondentId) => `${isHttps() ? "__Secure-" : ""}respond-${id}`;
	// Sent with no other call, and never with a request that another site caused.
	const attributes = () =>
		({ path: `${API_BASE}respond/`, httpOnly: true, sameSite: "strict", secure: isHttps() }) as const;
	return {
		read(request, respondentId) {
			const value = request.cookies[named(respondentId)];
			return value !== undefined && TOKEN.test(value) ? value : undefined;
		},
		set(reply, respondentId, { token, endsOn }) {
			reply.setCookie(named(respondentId), token, { ...attributes(), expires: new Date(`${endsOn}T23:59:59Z`) });
		},
		clear(reply, respondentId) {
			reply.clearCookie(named(respondentId), attributes());
		},
	};
}
