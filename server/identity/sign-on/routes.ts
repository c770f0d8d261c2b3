import type { FastifyInstance, FastifyReply } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { SIGN_ON_CALLBACK } from "#contract/routes.ts";
import type { SignOnFailure } from "#contract/sign-on/sign-on.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { Refusal } from "#server/platform/refusals/refusal.ts";
import type { NoteAccount } from "../accounts/account-log.ts";
import type { AccountStore } from "../accounts/store/account-store.ts";
import { addOperation, type Senders } from "../sessions/operation.ts";
import type { Cookies } from "../sessions/session-cookie.ts";
import { beginSignOn } from "./begin-sign-on.ts";
import { finishSignOn } from "./finish-sign-on.ts";
import { addDomain, readSignOn, removeDomain, removeSignOn, setSignOn, verifyDomain } from "./manage-sign-on.ts";
import type { SignOnParts } from "./wire.ts";

type Deps = {
	signOn: SignOnParts;
	accounts: AccountStore;
	cookies: Cookies;
	senders: Senders;
	note: NoteAccount;
	publicUrl: () => string;
};

/** Signing in through a company, and its settings. */
export function addSignOn(app: FastifyInstance, { signOn, accounts, cookies, senders, note, publicUrl }: Deps): void {
	const begin = { ...signOn, accounts };

	addOperation(app, OPERATIONS.startSignOn, {}, async ({ body, request, reply }) => {
		const asked = { email: body.email, nextPath: body.next ?? "", client: request.ip };
		const begun = await beginSignOn(begin, asked);
		if (!begun.ok) return refused(reply, begun);
		cookies.setSignOn(reply, begun.browserToken);
		return { url: begun.url };
	});

	// A page that a browser is sent to, not a call of the API: it answers with a redirect.
	app.get(SIGN_ON_CALLBACK, async (request, reply) => {
		const client = request.ip;
		const outcome = await finishSignOn(signOn, new URL(request.url, publicUrl()), {
			client,
			userAgent: request.headers["user-agent"],
			sessionToken: cookies.session(request),
			deviceToken: cookies.device(request),
			browserToken: cookies.signOn(request),
		});
		cookies.clearSignOn(reply);
		reply.headers({ "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" });
		if (!outcome.ok) {
			const { because } = outcome;
			const refusal = { ok: false, code: "invalid_credentials", message: because, reason: "company" } as const;
			note({ event: "sign_in", client, did: because, outcome: refusal });
			return reply.redirect(loginPage({ company: because }), 303);
		}
		note({ event: "sign_in", client, accountId: outcome.accountId, did: "company", outcome: { ok: true } });
		cookies.setSession(reply, outcome.sessionToken, { remembered: false });
		cookies.setDevice(reply, outcome.deviceToken);
		return reply.redirect(loginPage({ company: "done", next: outcome.nextPath }), 303);
	});

	addOperation(app, OPERATIONS.readSignOn, { senders }, ({ scope }) => readSignOn(signOn, scope));
	addOperation(app, OPERATIONS.removeSignOn, { senders }, ({ scope }) => removeSignOn(signOn, scope));
	addOperation(app, OPERATIONS.setSignOn, { senders }, async ({ scope, body, reply }) => {
		const set = await setSignOn(signOn, scope, body);
		return set.ok ? set.signOn : refused(reply, set);
	});
	addOperation(app, OPERATIONS.addSignOnDomain, { senders }, async ({ scope, body, reply }) => {
		const added = await addDomain(signOn, scope, body.domain);
		return added.ok ? added.domain : refused(reply, added);
	});
	addOperation(app, OPERATIONS.verifySignOnDomain, { senders }, async ({ scope, params, reply }) => {
		const looked = await verifyDomain(signOn, scope, params.domain);
		return looked.ok ? looked.domain : refused(reply, looked);
	});
	addOperation(app, OPERATIONS.removeSignOnDomain, { senders }, async ({ scope, params, reply }) => {
		const removed = await removeDomain(signOn, scope, params.domain);
		return removed.ok ? reply.send() : refused(reply, removed);
	});
}

const refused = (reply: FastifyReply, { code, message, details }: Refusal) => sendError(reply, code, message, details);

/** The login page: it shows what went wrong, or takes over the session that has started. It decides itself where `next` may lead. */
function loginPage(query: { company: SignOnFailure | "done"; next?: string }): string {
	const search = new URLSearchParams({ company: query.company, ...(query.next && { next: query.next }) });
	return `/auth/login?${search}`;
}
