import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { WORDS_LIMIT } from "#contract/assessments/assessments.ts";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { waitText } from "#contract/format/duration.ts";
import { OPERATIONS } from "#contract/operations.ts";
import type { PasswordLine } from "#server/identity/accounts/passwords/password-line.ts";
import { addOperation, LONG_BODY_BYTES } from "#server/identity/sessions/operation.ts";
import { networkOf } from "#server/platform/http/client-key.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import type { Refusal } from "#server/platform/refusals/refusal.ts";
import { KEY_MISMATCH } from "#server/platform/refusals/refusal.ts";
import { askForCode, confirmCode, readLink } from "../respondents/open-link.ts";
import type { OpenLink } from "../store/respondents/respond-links.ts";
import type { RespondStore } from "../store/respondents/respond-store.ts";
import type { RespondCookies } from "./respond-cookies.ts";

export type RespondDeps = {
	store: RespondStore;
	passwordLine: Pick<PasswordLine, "serve">;
	/** The setting LIMIT_ACCOUNT_CALLS. */
	calls: number;
	cookies: RespondCookies;
};

const REFUSALS = {
	no_session:
		"This device needs a new code from your mailbox before it can send answers. Nothing is lost: open the link in the email again.",
	idempotency_mismatch: KEY_MISMATCH,
	id_taken: "Another answer has this ID already. Nothing was changed.",
	limit_reached: `About this assessment, ${WORDS_LIMIT.toLocaleString("en")} answers were given, and it takes no more. Nothing was changed.`,
	already_finished:
		"These questions are closed, and take no answers right now. What you sent before is kept. Ask the person who sent you the link to open them again.",
	no_section: "Your link does not ask for this section. Nothing was changed.",
};
const CODES = {
	no_session: "code_required",
	idempotency_mismatch: "idempotency_mismatch",
	id_taken: "invalid_body",
	limit_reached: "limit_reached",
	// Tried again from time to time: it may be reopened.
	already_finished: "changed_meanwhile",
	no_section: "not_found",
} as const satisfies Record<keyof typeof REFUSALS, ErrorCode>;

const refused = (reply: FastifyReply, { code, message, details }: Refusal) => sendError(reply, code, message, details);
const tooOften = (reply: FastifyReply, retryAfter: number) =>
	sendError(
		reply,
		"rate_limited",
		`Many answers were sent through this link in the last hour. They are kept on your device and sent in ${waitText(retryAfter)}.`,
		{ scope: "entry", retryAfter },
	);

/** `respond/`: answers from people without an account. Only their link's session lets them in, and it opens nothing else. */
export function addRespond(app: FastifyInstance, { cookies, passwordLine, ...deps }: RespondDeps): void {
	const { store } = deps;

	/** The link that a request has a session for. If there is none, the request has already been answered. */
	async function linkOf(request: FastifyRequest, reply: FastifyReply, id: RespondentId): Promise<OpenLink | undefined> {
		const token = cookies.read(request, id);
		const link = token === undefined ? undefined : await store.session(id, tokenHash(token));
		if (!link) sendError(reply, CODES.no_session, REFUSALS.no_session);
		return link;
	}

	addOperation(app, OPERATIONS.readRespondLink, {}, async ({ body, request, reply }) => {
		const read = await readLink(deps, { token: body.token, client: request.ip });
		return read.ok ? read.offer : refused(reply, read);
	});
	addOperation(app, OPERATIONS.sendRespondCode, {}, async ({ body, request, reply }) => {
		const asked = await askForCode(deps, { token: body.token, client: request.ip });
		return asked.ok ? reply.send() : refused(reply, asked);
	});
	addOperation(app, OPERATIONS.confirmRespondCode, {}, async ({ body, request, reply }) => {
		const who = { network: networkOf(request.ip), account: tokenHash(body.token).toString("hex") };
		const confirmed = await passwordLine.serve(who, (passwords) =>
			confirmCode({ ...deps, passwords }, { ...body, client: request.ip }),
		);
		if (!confirmed.ok) return refused(reply, confirmed);
		const { respondentId, sessionToken: token, endsOn } = confirmed;
		cookies.set(reply, respondentId, { token, endsOn });
		return { respondentId };
	});
	addOperation(app, OPERATIONS.readRespond, {}, async ({ params, request, reply }) => {
		const link = await linkOf(request, reply, params.respondentId);
		if (!link) return reply;
		const detail = await store.detail(link);
		return isUnchanged(request, reply, detail) ? reply.code(304).send() : detail;
	});
	addOperation(app, OPERATIONS.endRespond, {}, async ({ params, request, reply }) => {
		const token = cookies.read(request, params.respondentId);
		if (token !== undefined) await store.endSession(tokenHash(token));
		cookies.clear(reply, params.respondentId);
		return reply.send();
	});
	addOperation(app, OPERATIONS.answerRespond, { bodyLimit: LONG_BODY_BYTES }, async ({ body, key, request, reply }) => {
		const link = await linkOf(request, reply, body.respondentId);
		if (!link) return reply;
		const said = await store.answer(link, { key, request: body });
		if (said.ok) return said.answer;
		switch (said.because) {
			case "rate_limited":
				return tooOften(reply, said.retryAfter);
			case "does_not_fit":
				return sendError(reply, "invalid_body", said.why);
			default:
				return sendError(reply, CODES[said.because], REFUSALS[said.because]);
		}
	});
	addOperation(app, OPERATIONS.sendRespondPart, {}, async ({ body, key, request, reply }) => {
		const link = await linkOf(request, reply, body.respondentId);
		if (!link) return reply;
		const sent = await store.part(link, { key, request: body });
		if (sent.ok) return sent.answer;
		if (sent.because === "rate_limited") return tooOften(reply, sent.retryAfter);
		return sendError(reply, CODES[sent.because], REFUSALS[sent.because]);
	});
}
