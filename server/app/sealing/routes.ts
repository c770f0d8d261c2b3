import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod/mini";
import { OPERATIONS } from "#contract/operations.ts";
import { ACCOUNT, CLIENT, IDEMPOTENCY_KEY, WORKSPACE } from "#contract/requests/headers.ts";
import type { Uploads } from "#server/assurance/uploads/upload.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { passOn } from "#server/platform/http/pass-on.ts";
import { readSealed } from "#server/platform/sealing/read-sealed.ts";
import type { Seals } from "#server/platform/sealing/seals.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** Room for the contract's longest `sealed`, which fits a long body of any call. */
const SEALED_BODY_BYTES = 102_400;

type SealedDeps = { seals: Seals; uploads: Pick<Uploads, "opened"> };

/** `POST sealed/`: opens a request, has its own route answer it, and answers the same. */
export function addSealed(app: FastifyInstance, { seals, uploads }: SealedDeps, senders: Senders): void {
	const options = { senders, bodyLimit: SEALED_BODY_BYTES };
	addOperation(app, OPERATIONS.sendSealed, options, async ({ scope, body, request, reply }) => {
		const read = await readSealed(seals, scope.workspaceId, body);
		if (!read.ok) return sendError(reply, read.code, read.message);
		const { kind, body: inner, files = {} } = read.content;
		const said = (name: string) => request.headers[name.toLowerCase()]?.toString();
		const answer = await passOn(app, request, {
			kind,
			body: inner,
			key: said(IDEMPOTENCY_KEY),
			account: said(ACCOUNT),
			workspace: said(WORKSPACE),
			client: said(CLIENT),
		});
		const missing = attachmentsMissing.safeParse(answer.statusCode === 409 && answer.json());
		if (missing.success) return sendMissing(reply, missing.data, files, uploads, scope);
		const retryAfter = answer.headers["retry-after"];
		if (retryAfter !== undefined) reply.header("Retry-After", retryAfter);
		return reply.code(answer.statusCode).type("application/json; charset=utf-8").send(answer.payload);
	});
}

const attachmentsMissing = z.object({
	code: z.literal("attachments_missing"),
	message: z.string(),
	details: z.object({ sha256: z.array(z.string()) }),
});

/** The device knows its sealed files, so the answer names which of those to upload. */
async function sendMissing(
	reply: FastifyReply,
	{ code, message, details }: z.infer<typeof attachmentsMissing>,
	files: Readonly<Record<string, string>>,
	uploads: SealedDeps["uploads"],
	scope: Scope,
): Promise<FastifyReply> {
	const sealed = details.sha256.flatMap((sha256) => files[sha256] ?? []);
	if (sealed.length < details.sha256.length) {
		return sendError(reply, "invalid_body", "A file of this request was not sealed with it. Nothing was done.");
	}
	const opened = await uploads.opened(scope, sealed);
	// Uploading it again would change nothing.
	const isAnother = details.sha256.some((sha256) => (opened.get(files[sha256] ?? "") ?? sha256) !== sha256);
	if (isAnother) {
		const other = "A file that was sealed for this request is not the one that the request names. Nothing was done.";
		return sendError(reply, "file_refused", other);
	}
	return sendError(reply, code, message, { sha256: sealed });
}
