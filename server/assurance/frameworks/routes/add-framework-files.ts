import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { csvLines } from "#contract/csv.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { whileAllowed } from "#server/identity/sessions/still-allowed.ts";
import { largePieces } from "#server/platform/files/large-pieces.ts";
import { attachmentName } from "#server/platform/http/attachment-name.ts";
import { POPULATION_CSV } from "../effectiveness/population.ts";
import { oscalFile } from "../oscal/oscal-file.ts";
import type { Frameworks } from "../wire.ts";
import { ofOneClient } from "./add-frameworks.ts";

export const MEDIA_TYPES = {
	pdf: "application/pdf",
	csv: "text/csv; charset=utf-8",
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	json: "application/json; charset=utf-8",
} as const;

/** Headers of a file about a framework: it is downloaded and never shown as one of our pages. */
export const fileHeaders = (name: string, format: keyof typeof MEDIA_TYPES): Record<string, string> => ({
	"Content-Type": MEDIA_TYPES[format],
	"Content-Disposition": `attachment; ${attachmentName(`${name}.${format}`)}`,
	"Content-Security-Policy": "sandbox; default-src 'none'",
	"Referrer-Policy": "no-referrer",
});

/** What is known about a framework, as files. */
export function addFrameworkFiles(
	app: FastifyInstance,
	{
		stem,
		statement,
		effectiveness,
		effectivenessPdf,
		readOscalData,
	}: Pick<Frameworks, "stem" | "statement" | "effectiveness" | "effectivenessPdf" | "readOscalData">,
	senders: Senders,
): void {
	addOperation(app, OPERATIONS.readStatement, { senders }, async ({ scope, params, reply }) => {
		const { frameworkId, format } = params;
		const file = await statement(ofOneClient(scope), frameworkId, format);
		const name = `statement-of-applicability-${await stem(ofOneClient(scope), frameworkId)}`;
		return sendFile(reply, file, name, format);
	});
	addOperation(app, OPERATIONS.readOscal, { senders }, async ({ scope, params, query, request, reply }) => {
		const { frameworkId, model } = params;
		const file = oscalFile(model, () => readOscalData(ofOneClient(scope), frameworkId, query));
		const pieces = Readable.from(whileAllowed(largePieces(file), request, senders, "read"));
		const name = `${model}-${await stem(ofOneClient(scope), frameworkId)}-${query.from}-${query.to}`;
		return reply.headers(fileHeaders(name, "json")).send(pieces);
	});
	addOperation(app, OPERATIONS.readEffectiveness, { senders }, async ({ scope, params, query }) =>
		effectiveness.read(ofOneClient(scope), params.frameworkId, query),
	);
	addOperation(app, OPERATIONS.readEffectivenessFile, { senders }, async ({ scope, params, query, request, reply }) => {
		const { frameworkId, format } = params;
		const name = `effectiveness-${await stem(ofOneClient(scope), frameworkId)}-${query.from}-${query.to}`;
		if (format === "pdf") {
			return sendFile(reply, await effectivenessPdf(ofOneClient(scope), frameworkId, query), name, format);
		}
		const batches = await effectiveness.population(ofOneClient(scope), frameworkId, query);
		const lines = Readable.from(whileAllowed(csvLines(POPULATION_CSV, batches), request, senders, "read"));
		return reply.headers(fileHeaders(name, format)).send(lines);
	});
}

const sendFile = (reply: FastifyReply, file: Buffer, name: string, format: keyof typeof MEDIA_TYPES) =>
	reply.headers(fileHeaders(name, format)).send(file);
