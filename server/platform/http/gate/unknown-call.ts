import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { API_BASE } from "#contract/routes.ts";
import { sendError } from "../errors.ts";

/** Every call in the API, by the shape of its path. */
const CALLS = Object.values(OPERATIONS).map(({ method, path }) => ({
	method,
	segments: `${API_BASE}${path}`.split("/"),
}));

/** The methods that calls with this path accept. */
function methodsOf(path: string): string[] {
	const asked = path.split("/");
	const isAsked = (segment: string, at: number) => segment === asked[at] || segment.startsWith(":");
	const found = CALLS.filter(({ segments }) => segments.length === asked.length && segments.every(isAsked));
	return [...new Set(found.map(({ method }) => method))];
}

/** Answers requests below the API's base that match no call: 405 if another method would work, otherwise 404. */
export function addUnknownCall(app: FastifyInstance): void {
	app.all(`${API_BASE}*`, async (request, reply) => {
		const methods = methodsOf(request.url.split("?")[0] ?? "");
		if (methods.length === 0) return sendError(reply, "not_found", "There is no such call in this API.");
		reply.header("Allow", methods.join(", "));
		return sendError(reply, "method_not_allowed", `This call takes ${methods.join(" or ")}.`);
	});
}
