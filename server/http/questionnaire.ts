import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import type { Embed } from "./gate/security-headers.ts";
import { addOperation } from "./operation.ts";

/** `GET questionnaire/`: the page asks, so that an operator can set a provider without building it anew. */
export function addQuestionnaire(app: FastifyInstance, embed: Embed | undefined): void {
	addOperation(app, OPERATIONS.readQuestionnaire, {}, async () => ({
		script: embed?.script ?? null,
		form: embed?.form ?? null,
	}));
}
