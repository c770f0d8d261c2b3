import type { FastifyInstance, FastifyReply } from "fastify";
import { TEMPLATE_BYTES, TEMPLATE_TYPES } from "#contract/assessments/assessment-operations.ts";
import { sizeText } from "#contract/format/size.ts";
import { OPERATIONS } from "#contract/operations.ts";
import type { Assessments } from "../../assessments/wire.ts";
import { TEMPLATE_VERSIONS_LIMIT } from "../../db/assessments/template-store.ts";
import { sendError } from "../errors.ts";
import { isUnchanged } from "../etag.ts";
import { fileHeaders } from "../frameworks/add-framework-files.ts";
import { addOperation, type Senders } from "../operation.ts";
import { mediaTypeOf, readFileBody } from "../read-file-body.ts";

const NOT_A_TEMPLATE = "Please send the template as JSON or XLSX, with its Content-Type. Nothing was changed.";
const TOO_LARGE = `This file is larger than ${sizeText(TEMPLATE_BYTES)}. Nothing was changed.`;
const TOO_MANY = `This workspace has ${TEMPLATE_VERSIONS_LIMIT} versions of templates and cannot have more. Nothing was changed.`;

/** The same answer for a template that does not exist and for that of another workspace. */
export const noSuchTemplate = (reply: FastifyReply) =>
	sendError(reply, "not_found", "There is no such template here, or no such version of it. Nothing was changed.");

/** `assessments/templates/`: what can be asked. */
export function addTemplates(
	app: FastifyInstance,
	{ templates, loadTemplate, writeTemplate }: Pick<Assessments, "templates" | "loadTemplate" | "writeTemplate">,
	senders: Senders,
): void {
	addOperation(app, OPERATIONS.listTemplates, { senders }, async ({ scope, request, reply }) => {
		const list = await templates.list(scope);
		return isUnchanged(request, reply, list) ? reply.code(304).send() : list;
	});
	addOperation(app, OPERATIONS.readTemplateFile, { senders }, async ({ scope, params, reply }) => {
		const { templateId, format } = params;
		const template = await templates.find(scope, templateId);
		if (!template) return noSuchTemplate(reply);
		const name = `template-${template.id}-${template.version}`;
		return reply.headers(fileHeaders(name, format)).send(await writeTemplate(template, format));
	});
	// Its body is a file, which is read when it is known who sends it, and never more of it than may be loaded.
	app.register(async (uploads) => {
		uploads.removeContentTypeParser("application/json");
		uploads.addContentTypeParser([...TEMPLATE_TYPES], (_request, body, done) => done(null, body));
		addOperation(uploads, OPERATIONS.loadTemplate, { senders }, async ({ scope, request, reply }) => {
			const type = TEMPLATE_TYPES.find((each) => each === mediaTypeOf(request));
			const file = type && (await readFileBody(request, TEMPLATE_BYTES));
			if (type === undefined || file === undefined) {
				return sendError(reply, "unsupported_media_type", NOT_A_TEMPLATE);
			}
			if (file === "too_large") return sendError(reply, "payload_too_large", TOO_LARGE);
			const loaded = await loadTemplate(scope, { file, type });
			if (loaded.ok) return { template: loaded.template };
			if (loaded.because === "limit_reached") return sendError(reply, loaded.because, TOO_MANY);
			const { message, faults } = loaded;
			const said = `Nothing was taken from this file, and nothing was changed. ${message}`;
			return sendError(reply, "file_refused", said, { faults });
		});
	});
}
