import type { FastifyInstance, FastifyReply } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import type { Senders } from "#server/identity/sessions/operation.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import type { AssetStore } from "../store/hosts/asset-store.ts";

const noSuchAsset = (reply: FastifyReply): FastifyReply =>
	sendError(reply, "not_found", "There is no such host among yours. It may have been removed.");

/** `assets/`: hosts of an account with what is known about them. */
export function addAssets(app: FastifyInstance, { assets, senders }: { assets: AssetStore; senders: Senders }): void {
	addOperation(app, OPERATIONS.listAssets, { senders }, async ({ scope, request, reply }) => {
		const list = { assets: await assets.list(scope) };
		return isUnchanged(request, reply, list) ? reply.code(304).send() : list;
	});
	addOperation(app, OPERATIONS.labelAsset, { senders }, async ({ scope, params, body, reply }) => {
		const moved = await assets.move(scope, params.host.toLowerCase(), body);
		if (moved === "client_unknown") {
			return sendError(reply, moved, "There is no such client in this workspace. The host stays where it was.");
		}
		if (moved === "client_archived") {
			return sendError(reply, moved, "That client is archived. Please restore it first; the host stays where it was.");
		}
		return moved ?? noSuchAsset(reply);
	});
	addOperation(app, OPERATIONS.removeAsset, { senders }, async ({ scope, params, reply }) => {
		if (!(await assets.remove(scope, params.host.toLowerCase()))) return noSuchAsset(reply);
		return reply.send();
	});
}
