import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { parseTarget } from "#contract/scans/parse-target.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { cutPage } from "#server/platform/db/page-cursor.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { OperatorDeps } from "./operator-deps.ts";

const DAY_MS = 86_400_000;

/** Hosts that asked not to be scanned. */
export function addOptOuts(app: FastifyInstance, { operation, lookUp, senders, now }: OperatorDeps): void {
	addOperation(app, OPERATIONS.listOptOuts, { senders }, async ({ query: { cursor, limit = 50 } }) => {
		const after = cursor === undefined ? undefined : Buffer.from(cursor, "base64url").toString();
		const { shown, last } = cutPage(await operation.optOuts({ after, limit: limit + 1 }), limit);
		const next = last ? Buffer.from(last.host).toString("base64url") : null;
		return { optOuts: shown, next, total: await operation.countOptOuts() };
	});

	addOperation(app, OPERATIONS.addOptOut, { senders }, async ({ identity, body, reply }) => {
		const parsed = parseTarget(body.host);
		if (!parsed.ok) return sendError(reply, "invalid_target", parsed.message);
		const { host } = parsed.target;
		const until = new Date(now().getTime() + body.days * DAY_MS);
		await operation.optOut(host, until, identity.accountId);
		// Not awaited: name servers may be slow, and the host itself is already refused.
		void lookUp(host);
		const optOuts = await operation.optOuts();
		return optOuts.find((optOut) => optOut.host === host) ?? { host, until: until.toISOString(), addresses: [] };
	});

	addOperation(app, OPERATIONS.removeOptOut, { senders }, async ({ identity, params, reply }) => {
		if (await operation.removeOptOut(params.host, identity.accountId)) return reply.send();
		return sendError(reply, "not_found", "This host is not on the list.");
	});
}
