import type { FastifyInstance } from "fastify";
import { CATALOG_BYTES } from "#contract/frameworks/framework-operations.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { Frameworks } from "../wire.ts";

/** `frameworks/{frameworkId}/catalog/`: the official words, which a workspace uploads. */
export function addCatalogs(
	app: FastifyInstance,
	{ catalogs, loadCatalog }: Pick<Frameworks, "catalogs" | "loadCatalog">,
	senders: Senders,
): void {
	addOperation(app, OPERATIONS.dropCatalog, { senders }, async ({ scope, params }) => {
		await catalogs.drop(scope, params.frameworkId);
	});
	const limits = {
		most: CATALOG_BYTES,
		asks: "Please send the file as JSON, CSV or XLSX, with its Content-Type.",
		tooLarge: "Nothing was changed.",
	};
	const taking = { senders, file: limits };
	addOperation(app, OPERATIONS.loadCatalog, taking, async ({ scope, params, file, reply }) => {
		const loaded = await loadCatalog(scope, params.frameworkId, { file: file.content, type: file.type });
		if (loaded.ok) return loaded.loaded;
		return sendError(
			reply,
			"file_refused",
			`Nothing was taken from this file, and nothing was changed. ${loaded.message}`,
			{ notTaken: loaded.notTaken },
		);
	});
}
