import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import type { Permission } from "#contract/workspaces/roles.ts";
import type { Costly, FileLimits, TakenFile } from "#server/platform/http/costly.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { Refusal } from "#server/platform/refusals/refusal.ts";
import { TWO_FACTORS_REQUIRED } from "#server/platform/tenancy/refusals.ts";
import { RoleIsGone } from "#server/platform/tenancy/role-is-gone.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import {
	type AccountIdentity,
	ANONYMOUS,
	hasAuthorization,
	type Identity,
	identify,
	type ReadSession,
	type UsedToken,
} from "./identity.ts";
import { STEP_UP_REQUIRED } from "./lately.ts";
import { refuseToken } from "./refuse-token.ts";
import type { ReadScope } from "./scopes.ts";

declare module "fastify" {
	interface FastifyRequest {
		identity: Identity;
		/** Undefined if the operation needs no workspace. */
		scope: Scope | undefined;
	}
}

type Parsed<S> = S extends z.ZodMiniType ? z.infer<S> : undefined;

type Given<O extends Operation> = {
	params: Parsed<O["params"]>;
	query: Parsed<O["query"]>;
	body: Parsed<O["body"]>;
	identity: O["access"] extends "public" ? Identity : AccountIdentity;
	/** What the request is about, if the operation needs a workspace. */
	scope: O["permission"] extends Permission ? (O["access"] extends "account" ? Scope : Scope | undefined) : undefined;
	/** The Idempotency-Key, null without one; always null where the operation takes none. */
	key: string | null;
	/** The body and its media type, if it is a file that waits for its turn. */
	file: O["cost"] extends "work" | "stream"
		? O["file"] extends readonly (infer Type)[]
			? { content: Buffer; type: Type }
			: undefined
		: undefined;
	request: FastifyRequest;
	reply: FastifyReply;
};

type Handler<O extends Operation> = (given: Given<O>) => Promise<unknown>;

/** The most bytes in a body, unless a call says otherwise. */
export const BODY_BYTES = 16_384;
/** The same for a call that accepts a long message or long lists. */
export const LONG_BODY_BYTES = 65_536;

/** How an operation learns who sends a request, and what it is about. */
export type Senders = {
	session: ReadSession;
	scope: ReadScope;
	/** Counts a call with a token. Returns a refusal if there were too many. */
	countCall(token: UsedToken): Promise<Refusal | undefined>;
	costly: Costly;
};

type Options = {
	/** Left out if the call is the same for everyone, such as signing in, no matter which account the sender believes it uses. */
	senders?: Senders;
	bodyLimit?: number;
	/** Its body is a file, which is read once we know who sends it, and in turn. */
	file?: FileLimits;
};

const KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * Adds the route of one operation of the contract. The session is read before the body, input is parsed with the operation's
 * schemas, and output is checked against its answer.
 */
export function addOperation<const O extends Operation>(
	app: FastifyInstance,
	operation: O,
	{ senders, bodyLimit, file }: Options,
	handler: Handler<O>,
): void {
	const {
		method,
		path,
		access,
		permission = "self",
		ownWorkspace,
		stepUp,
		cost,
		scope: needed,
		params,
		query,
		body,
		file: types,
		success,
		answer,
		idempotent,
	} = operation as Operation;
	const schema = {
		...(params && { params }),
		...(query && { querystring: query }),
		...(body && { body }),
		...(answer && { response: { [success]: answer } }),
	};
	const options: RouteShorthandOptions = {
		schema,
		...(ownWorkspace && { config: { ownWorkspace } }),
		...(bodyLimit !== undefined && { bodyLimit }),
		async preValidation(request, reply) {
			const identity = senders ? await identify(request, senders.session) : ANONYMOUS;
			if ("code" in identity) return sendError(reply, identity.code, identity.message, identity.details);
			if (hasAuthorization(request)) {
				const used = identity.type === "account" ? identity.token : undefined;
				const refused = refuseToken(used, needed) ?? (used && (await senders?.countCall(used)));
				if (refused) return sendError(reply, refused.code, refused.message, refused.details);
			}
			if (access !== "public" && identity.type === "anonymous") {
				return sendError(reply, "sign_in_required", "Please sign in first. Nothing was done.");
			}
			if (access === "operator" && !(identity.type === "account" && identity.operator)) {
				return sendError(reply, "operator_required", "Only operators of this server can do this. Nothing was done.");
			}
			request.identity = identity;
			if (!senders || identity.type === "anonymous") return;
			if (permission !== "self") {
				const found = await senders.scope(request, identity, needs(permission));
				if (!found.ok) return sendError(reply, found.code, found.message, found.details);
				request.scope = found.scope;
			}
			if (ownWorkspace && identity.member?.mustGiveFactor) {
				return sendError(reply, TWO_FACTORS_REQUIRED.code, TWO_FACTORS_REQUIRED.message);
			}
			if (stepUp && !identity.provedLately) {
				return sendError(reply, STEP_UP_REQUIRED.code, STEP_UP_REQUIRED.message);
			}
		},
	};
	const needs = (permission: Permission) => ({
		permission,
		creates: permission === "work" || permission === "answer" || (permission === "arrange" && idempotent === true),
	});
	/** The answer to a request whose sender's role was taken away in the meantime: the one that the next request would get. */
	const refuseNow = async (error: RoleIsGone, request: FastifyRequest, reply: FastifyReply) => {
		const identity = senders ? await identify(request, senders.session) : ANONYMOUS;
		if (!senders || permission === "self" || "code" in identity || identity.type === "anonymous") throw error;
		const found = await senders.scope(request, identity, needs(permission));
		if (found.ok) throw error;
		return sendError(reply, found.code, found.message, found.details);
	};
	const handle = async (request: FastifyRequest, reply: FastifyReply) => {
		const key = idempotent ? (request.headers[IDEMPOTENCY_KEY.toLowerCase()]?.toString() ?? null) : null;
		if (key !== null && !KEY.test(key)) {
			return sendError(reply, "invalid_body", `${IDEMPOTENCY_KEY} must be 1 to 200 visible ASCII characters.`);
		}
		reply.header("Cache-Control", "no-store");
		reply.code(success);
		const given = {
			params: request.params,
			query: request.query,
			body: request.body,
			identity: request.identity,
			scope: request.scope,
			key,
			request,
			reply,
		};
		// The schemas above have made these match the types.
		const run = async (file?: TakenFile) => handler({ ...given, file } as Given<O>);
		try {
			if (!senders || cost === undefined) return await run();
			const { identity, scope } = request;
			const keys = [scope?.workspaceId, identity.type === "account" ? identity.accountId : undefined];
			const asked = { request, reply, keys: keys.filter((key) => key !== undefined), types, file };
			return await senders.costly.run(cost, asked, run);
		} catch (error) {
			if (error instanceof RoleIsGone) return refuseNow(error, request, reply);
			throw error;
		}
	};
	const add = (to: FastifyInstance) =>
		void to.route({ method, url: `${API_BASE}${path}`, ...options, handler: handle });
	if (file) {
		app.register(async (taking) => {
			taking.removeAllContentTypeParsers();
			taking.addContentTypeParser("*", (_request, body, done) => done(null, body));
			add(taking);
		});
	} else add(app);
}
