import type { FastifyInstance, FastifyRequest } from "fastify";
import { sizeText } from "#contract/format/size.ts";
import { CATALOG_BYTES, CATALOG_TYPES } from "#contract/frameworks/framework-operations.ts";
import { OPERATIONS } from "#contract/operations.ts";
import type { CatalogType } from "../../frameworks/catalog/read-catalog.ts";
import type { Frameworks } from "../../frameworks/wire.ts";
import { sendError } from "../errors.ts";
import { addOperation, type Senders } from "../operation.ts";
import { fileBodyOf, mediaTypeOf } from "../read-file-body.ts";

const RETRY_SECONDS = 10;

/** `frameworks/{frameworkId}/catalog/`: the official words, which a workspace brings. */
export function addCatalogs(
	app: FastifyInstance,
	{ catalogs, loadCatalog }: Pick<Frameworks, "catalogs" | "loadCatalog">,
	senders: Senders,
): void {
	addOperation(app, OPERATIONS.dropCatalog, { senders }, async ({ scope, params }) => {
		await catalogs.drop(scope, params.frameworkId);
	});
	// Its body is a file, which is read when it is known who sends it, and never more of it than may be loaded.
	app.register(async (uploads) => {
		uploads.removeContentTypeParser("application/json");
		uploads.addContentTypeParser([...CATALOG_TYPES], (_request, body, done) => done(null, body));
		addOperation(uploads, OPERATIONS.loadCatalog, { senders }, async ({ scope, params, request, reply }) => {
			const type = typeOf(request);
			const read = fileBodyOf(request, CATALOG_BYTES);
			if (type === undefined || read === undefined) {
				return sendError(
					reply,
					"unsupported_media_type",
					"Please send the file as JSON, CSV or XLSX, with its Content-Type. Nothing was changed.",
				);
			}
			const loaded = await loadCatalog(scope, params.frameworkId, { read, type });
			if (loaded.ok) return loaded.loaded;
			switch (loaded.because) {
				case "busy":
					return sendError(
						reply,
						"unavailable",
						"Other catalogs are being loaded right now. Nothing was changed. Please try again in a few seconds.",
						{ retryAfter: RETRY_SECONDS },
					);
				case "too_large":
					return sendError(
						reply,
						"payload_too_large",
						`This file is larger than ${sizeText(CATALOG_BYTES)}. Nothing was changed.`,
					);
				case "refused":
					return sendError(
						reply,
						"file_refused",
						`Nothing was taken from this file, and nothing was changed. ${loaded.message}`,
						{ notTaken: loaded.notTaken },
					);
			}
		});
	});
}

const typeOf = (request: FastifyRequest): CatalogType | undefined =>
	CATALOG_TYPES.find((each) => each === mediaTypeOf(request));
