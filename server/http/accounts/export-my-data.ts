import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { SIGNED_OUT } from "../../accounts/passwords/check-password.ts";
import { addOperation } from "../operation.ts";
import type { AccountParts } from "./account-parts.ts";
import { answerRefusal } from "./answers.ts";

/** `accounts/me/export/`. */
export function addExportMyData(app: FastifyInstance, { exportAccount, readSession, now }: AccountParts): void {
	addOperation(app, OPERATIONS.exportMyData, { readSession }, async ({ identity, reply }) => {
		const text = await exportAccount(identity.accountId);
		if (!text) return answerRefusal(reply, SIGNED_OUT);
		const day = now().toISOString().slice(0, 10);
		reply.header("Content-Disposition", `attachment; filename="my-data-${day}.json"`);
		reply.type("application/json; charset=utf-8");
		return reply.send(Readable.from(text));
	});
}
