import type { FastifyInstance, FastifyReply } from "fastify";
import { TEMPLATE_BYTES } from "#contract/assessments/assessment-operations.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { fileHeaders } from "../../frameworks/routes/add-framework-files.ts";
import { TEMPLATE_VERSIONS_LIMIT } from "../store/template-store.ts";
import type { Assessments } from "../wire.ts";

const TOO_MANY = `This workspace has ${TEMPLATE_VERSIONS_LIMIT} versions of templates and cannot have more. Nothing was changed.`;

/** The same answer for a template that does not exist and for one of another workspace. */
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
	const limits = {
		most: TEMPLATE_BYTES,
		asks: "Please send the template as JSON or XLSX, with its Content-Type.",
		tooLarge: "Nothing was changed.",
	};
	const taking = { senders, file: limits };
	addOperation(app, OPERATIONS.loadTemplate, taking, async ({ scope, file, reply }) => {
		const loaded = await loadTemplate(scope, { file: file.content, type: file.type });
		if (loaded.ok) return { template: loaded.template };
		if (loaded.because === "limit_reached") return sendError(reply, loaded.because, TOO_MANY);
		const { message, faults } = loaded;
		const said = `Nothing was taken from this file, and nothing was changed. ${message}`;
		return sendError(reply, "file_refused", said, { faults });
	});
}
