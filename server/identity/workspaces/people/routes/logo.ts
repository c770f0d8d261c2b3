import type { FastifyError, FastifyInstance } from "fastify";
import { sizeText } from "#contract/format/size.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { LOGO_BYTES, LOGO_TYPES } from "#contract/workspaces/workspaces.ts";
import { answerError, sendError } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { addOperation } from "../../../sessions/operation.ts";
import { readLogoFile, removeLogo, saveLogo } from "../manage-workspace.ts";
import { answerDone, answerRefusal } from "./answer.ts";
import type { PeopleRouteDeps } from "./people-deps.ts";

/** `workspace/logo/`: the picture on the workspace's reports. */
export function addLogo(app: FastifyInstance, deps: PeopleRouteDeps): void {
	const { senders } = deps;

	addOperation(app, OPERATIONS.readLogo, { senders }, async ({ scope, request, reply }) => {
		const logo = await readLogoFile(deps, scope);
		if (!logo) return sendError(reply, "not_found", "This workspace has no logo.");
		if (isUnchanged(request, reply, logo.version)) return reply.code(304).send();
		// This file is untrusted: it may be shown as a picture, and as nothing else.
		reply.header("Content-Security-Policy", "sandbox; default-src 'none'");
		reply.header("Content-Disposition", "inline");
		return reply.type(logo.type).send(logo.content);
	});

	addOperation(app, OPERATIONS.removeLogo, { senders }, async ({ scope, reply }) =>
		answerDone(reply, await removeLogo(deps, scope)),
	);

	// In its own scope, so that no other call accepts pictures and this one accepts no JSON.
	app.register(async (pictures) => {
		pictures.removeAllContentTypeParsers();
		pictures.addContentTypeParser(
			[...LOGO_TYPES],
			{ parseAs: "buffer" },
			async (_request: unknown, body: Buffer) => body,
		);
		pictures.setErrorHandler<FastifyError>((error, request, reply) => {
			switch (error.code) {
				case "FST_ERR_CTP_BODY_TOO_LARGE":
					return sendError(
						reply,
						"payload_too_large",
						`A logo has at most ${sizeText(LOGO_BYTES)}. Please choose a smaller file.`,
					);
				case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
					return sendError(reply, "unsupported_media_type", `Please send ${LOGO_TYPES.join(" or ")}.`);
				default:
					return answerError(error, request, reply);
			}
		});
		addOperation(
			pictures,
			OPERATIONS.saveLogo,
			{ senders, bodyLimit: LOGO_BYTES },
			async ({ scope, request, reply }) => {
				const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
				const saved = await saveLogo(deps, scope, content);
				return saved.ok ? { logoVersion: saved.logoVersion } : answerRefusal(reply, saved);
			},
		);
	});
}
