import type { FastifyInstance, FastifyReply } from "fastify";
import { CATALOG_BYTES } from "#contract/frameworks/framework-operations.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { Reported } from "../catalog/load-catalog.ts";
import type { Frameworks } from "../wire.ts";

/** `frameworks/{frameworkId}/catalog/`: the official words, which a workspace uploads. */
export function addCatalogs(
	app: FastifyInstance,
	{ catalogs, catalogFiles }: Pick<Frameworks, "catalogs" | "catalogFiles">,
	senders: Senders,
): void {
	addOperation(app, OPERATIONS.dropCatalog, { senders }, async ({ scope, params }) => {
		await catalogs.drop(scope, params.frameworkId);
	});
	addOperation(app, OPERATIONS.restoreCatalog, { senders }, async ({ scope, params, reply }) => {
		if (await catalogs.restore(scope, params.frameworkId)) return undefined;
		return sendError(reply, "not_found", "There are no official words to put back. Please load the file again.");
	});
	const limits = {
		most: CATALOG_BYTES,
		asks: "Please send the file as JSON, CSV or XLSX, with its Content-Type.",
		tooLarge: "Nothing was changed.",
	};
	const taking = { senders, file: limits };
	addOperation(app, OPERATIONS.previewCatalog, taking, async ({ params, file, reply }) =>
		answer(reply, await catalogFiles.preview(params.frameworkId, { file: file.content, type: file.type })),
	);
	addOperation(app, OPERATIONS.loadCatalog, taking, async ({ scope, params, file, reply }) =>
		answer(reply, await catalogFiles.load(scope, params.frameworkId, { file: file.content, type: file.type })),
	);
}

function answer(reply: FastifyReply, reported: Reported) {
	if (reported.ok) return reported.report;
	const message = `Nothing was taken from this file, and nothing was changed. ${reported.message}`;
	return sendError(reply, "file_refused", message, { notTaken: reported.notTaken });
}
