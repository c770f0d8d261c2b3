import type { FastifyInstance, RouteOptions } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { API_BASE } from "#contract/routes.ts";
import { type Context, current, withContext } from "./context.ts";
import { happened } from "./happened.ts";
import { beginSpan } from "./span.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** Its name in the log and the traces. */
		watched: Context;
	}
}

const BATCH = API_BASE + OPERATIONS.sendOutbox.path;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Gives every request its place in log and traces, and reports when it starts and ends. Must come before all other hooks. Requests are
 * identified by their registered route: paths of reports are secret.
 */
export function watchRequests(app: FastifyInstance): void {
	app.decorateRequest("watched");
	app.addHook("onRoute", (route) => {
		if (route.url === BATCH) sayAnswers(route);
	});

	app.addHook("onRequest", (request, reply, done) => {
		const method = METHODS.includes(request.method) ? request.method : "other";
		const route = request.routeOptions.url ?? "none";
		const span = beginSpan(`${method} ${route}`, "server", { "http.request.method": method, "http.route": route });
		// An entry of a batch comes through here too, inside the request that brought it.
		const isOwn = current().requestId === undefined;
		const began = performance.now();
		if (isOwn) happened({ what: "request began" });
		// Unlike "finish", this also fires when the client hangs up.
		reply.raw.once("close", () => {
			const status = reply.raw.writableFinished ? reply.statusCode : undefined;
			const isStream = isEventStream(reply.getHeader("content-type"));
			if (isStream) happened({ what: "stream closed" });
			if (isOwn) {
				const seconds = isStream ? undefined : (performance.now() - began) / 1_000;
				happened({ what: "request ended", method, route, status, seconds });
			}
			if (status !== undefined) span?.add({ "http.response.status_code": status });
			if (status !== undefined && status >= 500) span?.fail(String(status));
			span?.end();
		});
		request.watched = { requestId: request.id, ...(span && { traceparent: span.traceparent }) };
		withContext(request.watched, done);
	});
	// Reading a body and answering happen in events of the connection, which know nothing about the request.
	app.addHook("preValidation", (request, _reply, done) => withContext(request.watched, done));
	app.addHook("onSend", (request, reply, _payload, done) => {
		if (isEventStream(reply.getHeader("content-type"))) happened({ what: "stream opened" });
		withContext(request.watched, done);
	});
	app.addHook("onResponse", (request, _reply, done) => withContext(request.watched, done));
}

const isEventStream = (type: unknown) => typeof type === "string" && type.startsWith("text/event-stream");

/** How each entry of a batch was answered, as its sender learns it. */
function sayAnswers(route: RouteOptions): void {
	route.preSerialization = (_request, _reply, payload, done) => {
		const answers = (payload as { answers?: readonly { status: number }[] }).answers;
		if (answers) happened({ what: "batch answered", statuses: answers.map(({ status }) => status) });
		done(null, payload);
	};
}
