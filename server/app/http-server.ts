import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import { API_BASE, MCP_PATH } from "#contract/routes.ts";
import { BODY_BYTES } from "#server/identity/sessions/operation.ts";
import { answerError, sendError } from "#server/platform/http/errors.ts";
import { answerClientError } from "#server/platform/http/gate/client-error.ts";
import { addGatekeeper } from "#server/platform/http/gate/gatekeeper.ts";
import { originForm } from "#server/platform/http/gate/named-host.ts";
import type { Origins } from "#server/platform/http/gate/origins.ts";
import { REQUEST_ID } from "#server/platform/http/gate/request-id.ts";
import type { Embed } from "#server/platform/http/gate/security-headers.ts";
import { trustedProxies } from "#server/platform/http/gate/trusted-proxies.ts";
import { addSchemas } from "#server/platform/http/schemas.ts";
import { PAGE_STYLE_HASH } from "#server/platform/paper/pages/page-shell.ts";
import type { TrustProxy } from "#server/platform/settings/config.ts";
import { watchRequests } from "#server/platform/watch/watch-requests.ts";
import { createStyleHashes } from "./pages/style-hashes.ts";

type ServerDeps = {
	log: Logger;
	trustProxy: TrustProxy;
	/** Known once the server listens. */
	origins: () => Origins;
	/** Aborted when this process is about to end, while it still answers. */
	leaving: AbortSignal;
	/** A data-protection questionnaire that another provider runs. Undefined: we run our own. */
	embed: Embed | undefined;
	/** The built pages; undefined if they are not built. */
	dist: string | undefined;
};

/** The HTTP server with its gate but no routes (routes.ts), not yet listening. */
export function createHttpServer(deps: ServerDeps): FastifyInstance {
	const { origins, dist } = deps;
	const loggerInstance: FastifyBaseLogger = deps.log;
	const app = Fastify({
		loggerInstance,
		// Each line has the request's id from its context (watch/context.ts).
		childLoggerFactory: (logger) => logger,
		// Our log has neither paths nor addresses: paths of reports are secret, and addresses are personal data.
		logController: new LogController({ disableRequestLogging: true }),
		trustProxy: trustedProxies(deps.trustProxy),
		rewriteUrl: ({ url = "/" }) => originForm(url),
		genReqId: () => randomUUID(),
		bodyLimit: BODY_BYTES,
		// Host names have up to 253 characters.
		routerOptions: { maxParamLength: 300 },
		requestTimeout: 30_000,
		forceCloseConnections: "idle",
		// A request that got in before the door closed is answered like any other.
		return503OnClosing: false,
		clientErrorHandler: answerClientError,
	});
	addSchemas(app);
	app.setErrorHandler(answerError);
	app.removeContentTypeParser("text/plain");

	watchRequests(app);
	const builtStyles = createStyleHashes(dist);
	addGatekeeper(app, origins, { embed: deps.embed, styles: () => [PAGE_STYLE_HASH, ...builtStyles()] });
	app.addHook("onSend", async (request, reply) => {
		if (request.url.startsWith(API_BASE) || request.routeOptions.url === MCP_PATH) reply.header(REQUEST_ID, request.id);
		// The next request then opens a connection to a process that stays.
		if (deps.leaving.aborted) reply.header("Connection", "close");
	});
	app.addHook("onResponse", async (request, reply) => {
		const { method, routeOptions } = request;
		const ms = Math.round(reply.elapsedTime);
		request.log.debug({ method, route: routeOptions.url, status: reply.statusCode, ms }, "answered");
	});
	app.setNotFoundHandler((_request, reply) => sendError(reply, "not_found", "There is nothing at this address."));
	return app;
}
