import { PassThrough, Readable } from "node:stream";
import { MemoryLocker, Server } from "@tus/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "#contract/errors.ts";
import { UPLOAD_OFFSET, UPLOAD_PIECE } from "#contract/evidence/uploads.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { TusStore } from "./tus-store.ts";
import { EMPTY, type Upload, UploadRefusal } from "./upload.ts";
import type { UploadParts } from "./wire.ts";

/** What the tus server's refusals mean in this API. Its own are one line of text. */
const REFUSALS: Readonly<Record<number, { code: ErrorCode; message: string }>> = {
	404: { code: "not_found", message: "There is no such upload. It may have expired; please begin again." },
	409: { code: "changed_meanwhile", message: "The upload goes on elsewhere: ask for its Upload-Offset." },
	410: { code: "not_found", message: "This upload has expired. Please begin again." },
	413: { code: "payload_too_large", message: "These are more bytes than were announced." },
};

/** `uploads/`: files in pieces, by tus 1.0. */
export function addUploads(app: FastifyInstance, { uploads, limits }: UploadParts, senders: Senders): void {
	app.addContentTypeParser(UPLOAD_PIECE, (_request, payload, done) => done(null, payload));

	// One request at a time for each upload: asking how much has arrived waits for what is still being written. Requests to other
	// processes do not wait; for them, each piece is only stored where the last one ended.
	const locker = new MemoryLocker();

	/** Has the tus server answer. Each request gets its own server, which sees the uploads of one member in one workspace. */
	const answer = async (scope: Scope, request: FastifyRequest, reply: FastifyReply) => {
		const store = new TusStore(uploads, scope, limits.lifeMs);
		let refusal: UploadRefusal | undefined;
		let failure: Error | undefined;
		const finish = (upload: Pick<Upload, "id">) => uploads.finish(scope, upload.id);
		const server = new Server({
			path: `${API_BASE}${API_PATHS.uploads}`,
			datastore: store,
			locker,
			generateUrl: (_request, { id }) => `${API_BASE}${API_PATHS.uploads}${id}/`,
			getFileIdFromRequest: (asked) => new URL(asked.url).pathname.split("/").at(-2),
			async onUploadFinish(_request, upload) {
				await finish(upload);
				return {};
			},
			onResponseError(_request, error) {
				if (error instanceof UploadRefusal) refusal = error;
				else if (error instanceof Error) failure = error;
				return undefined;
			},
		});
		const answered = await server.handleWeb(webRequest(request));
		passOver(request);
		if (refusal) return sendError(reply, refusal.code, refusal.message, refusal.details);
		if (failure) throw failure;
		if (answered.status >= 400) {
			const { code, message } = REFUSALS[answered.status] ?? { code: "invalid_body", message: await answered.text() };
			return sendError(reply, code, message.trim());
		}
		for (const name of [
			"Tus-Resumable",
			"Location",
			UPLOAD_OFFSET,
			"Upload-Length",
			"Upload-Expires",
			"Upload-Metadata",
		]) {
			const value = answered.headers.get(name);
			if (value !== null) reply.header(name, value);
		}
		const { current } = store;
		if (request.method !== "PATCH" && current) {
			// Everything had arrived, and then the connection broke or this process stopped.
			if (current.received === current.size) {
				try {
					await finish(current);
				} catch (error) {
					if (error instanceof UploadRefusal) return sendError(reply, error.code, error.message, error.details);
					throw error;
				}
			}
			reply.header(UPLOAD_OFFSET, String(current.received));
		}
		return reply.code(answered.status).send();
	};

	addOperation(app, OPERATIONS.beginUpload, { senders }, async ({ scope, request, reply }) => {
		const length = Number(request.headers["upload-length"]);
		if (length === 0) return sendError(reply, "file_refused", EMPTY);
		return answer(scope, request, reply);
	});
	addOperation(app, OPERATIONS.readUpload, { senders }, ({ scope, request, reply }) => answer(scope, request, reply));
	addOperation(app, OPERATIONS.sendUpload, { senders }, ({ scope, request, reply }) => answer(scope, request, reply));
	addOperation(app, OPERATIONS.endUpload, { senders }, ({ scope, request, reply }) => answer(scope, request, reply));
}

/** A body that ends where its connection broke. If the body failed there, the tus server would throw away what is in its buffers. */
function untilCut(body: Readable): PassThrough {
	const passed = new PassThrough();
	body.pipe(passed);
	body.once("close", () => passed.end());
	body.once("error", () => passed.end());
	return passed;
}

/** Reads the rest of a refused body: the next request on its connection comes after it. */
function passOver({ body }: FastifyRequest): void {
	if (body instanceof Readable) body.unpipe().resume();
}

/** The request as the platform's own type, with its body as a stream. */
function webRequest(request: FastifyRequest): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
	}
	const body = request.body instanceof Readable ? (Readable.toWeb(untilCut(request.body)) as ReadableStream) : null;
	return new Request(`http://localhost${request.url}`, {
		method: request.method,
		headers,
		body,
		...(body && { duplex: "half" }),
	});
}
