import type { FastifyInstance } from "fastify";
import { FINDING_CSV } from "#contract/findings/finding-csv.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { whileAllowed } from "#server/identity/sessions/still-allowed.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { sendListPage } from "#server/platform/http/send-list-page.ts";
import { sendRows } from "#server/platform/http/send-rows.ts";
import type { FindingDeps } from "./finding-deps.ts";

/** The same for a finding that does not exist and for another account's, so that the answer does not reveal which. */
export const NO_SUCH_FINDING = "There is no such finding among yours. Its host may have been removed.";

/** `findings/`, one of them, `findings/overview/` and `findings/export/`. */
export function addListFindings(app: FastifyInstance, { reader, senders }: FindingDeps): void {
	addOperation(app, OPERATIONS.listFindings, { senders }, async ({ scope, query, request, reply }) =>
		sendListPage(request, reply, await reader.page(scope, query)),
	);
	addOperation(app, OPERATIONS.listProblems, { senders }, async ({ scope, query, request, reply }) =>
		sendListPage(request, reply, await reader.problems(scope, query)),
	);
	addOperation(app, OPERATIONS.findingsOverview, { senders }, async ({ scope, request, reply }) => {
		const overview = await reader.overview(scope);
		return isUnchanged(request, reply, overview) ? reply.code(304).send() : overview;
	});
	addOperation(app, OPERATIONS.readFinding, { senders }, async ({ scope, params, request, reply }) => {
		const detail = await reader.detail(scope, params.fingerprint);
		if (!detail) return sendError(reply, "not_found", NO_SUCH_FINDING);
		return isUnchanged(request, reply, detail) ? reply.code(304).send() : detail;
	});
	addOperation(app, OPERATIONS.exportFindings, { senders }, async ({ scope, query, request, reply }) => {
		const { format, ...filter } = query;
		const batches = whileAllowed(reader.batches(scope, filter), request, senders, "read");
		return sendRows(reply, { name: "findings", format, batches, csv: FINDING_CSV });
	});
}
