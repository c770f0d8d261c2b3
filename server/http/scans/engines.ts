import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { isUnchanged } from "../etag.ts";
import { addOperation } from "../operation.ts";
import type { ScanParts } from "./scan-parts.ts";

/** `engines/`: which kinds of scan can be run here now. */
export function addEngines(app: FastifyInstance, { engines }: ScanParts): void {
	addOperation(app, OPERATIONS.listEngines, {}, async ({ request, reply }) => {
		const list = { engines: await engines.all() };
		return isUnchanged(request, reply, list) ? reply.code(304).send() : list;
	});
}
