import type { FastifyInstance, FastifyReply } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import type { AssetStore } from "../db/findings/asset-store.ts";
import { sendError } from "./errors.ts";
import { isUnchanged } from "./etag.ts";
import type { Senders } from "./operation.ts";
import { addOperation } from "./operation.ts";

const noSuchAsset = (reply: FastifyReply): FastifyReply =>
	sendError(reply, "not_found", "There is no such host among yours. It may have been removed.");

/** `assets/`: hosts of an account with what is known about them. */
export function addAssets(app: FastifyInstance, { assets, senders }: { assets: AssetStore; senders: Senders }): void {
	addOperation(app, OPERATIONS.listAssets, { senders }, async ({ identity, request, reply }) => {
		const list = { assets: await assets.list(identity.accountId) };
		return isUnchanged(request, reply, list) ? reply.code(304).send() : list;
	});
	addOperation(app, OPERATIONS.labelAsset, { senders }, async ({ identity, params, body, reply }) => {
		const labelled = await assets.label(identity.accountId, params.host.toLowerCase(), body.client);
		return labelled ?? noSuchAsset(reply);
	});
	addOperation(app, OPERATIONS.removeAsset, { senders }, async ({ identity, params, reply }) => {
		if (!(await assets.remove(identity.accountId, params.host.toLowerCase()))) return noSuchAsset(reply);
		return reply.send();
	});
}
