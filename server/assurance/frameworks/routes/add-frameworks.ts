import type { FastifyInstance } from "fastify";
import { counted } from "#contract/format/count.ts";
import { waitText } from "#contract/format/duration.ts";
import { ownClient } from "#contract/ids.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, LONG_BODY_BYTES, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { KEY_MISMATCH } from "#server/platform/refusals/refusal.ts";
import { CLIENT_ARCHIVED } from "#server/platform/tenancy/refusals.ts";
import type { ClientScope, Scope } from "#server/platform/tenancy/scope.ts";
import type { Frameworks } from "../wire.ts";

const NAMED = 20;

/** `frameworks/`: which ones clients follow, and what they decided about them. */
export function addFrameworks(app: FastifyInstance, { store }: Pick<Frameworks, "store">, senders: Senders): void {
	addOperation(app, OPERATIONS.listFrameworks, { senders }, async ({ scope, request, reply }) => {
		const list = await store.list(ofOneClient(scope));
		return isUnchanged(request, reply, list) ? reply.code(304).send() : list;
	});
	addOperation(app, OPERATIONS.readFramework, { senders }, async ({ scope, params, request, reply }) => {
		const detail = await store.detail(ofOneClient(scope), params.frameworkId);
		return isUnchanged(request, reply, detail) ? reply.code(304).send() : detail;
	});
	addOperation(app, OPERATIONS.approveStatement, { senders }, async ({ scope, params, body, reply }) => {
		const approved = await store.approve(ofOneClient(scope), params.frameworkId, body);
		if (approved.ok) return approved.detail;
		return approved.because === "changed_meanwhile"
			? sendError(
					reply,
					"changed_meanwhile",
					"The statement has changed since you opened it, or another person has approved it. Nothing was approved. Please look at it again.",
				)
			: sendError(
					reply,
					"not_finished",
					`${counted(approved.undecided, "requirement")} ${approved.undecided === 1 ? "is" : "are"} not decided yet. Nothing was approved.`,
				);
	});
	addOperation(app, OPERATIONS.chooseFramework, { senders }, async ({ scope, params, body, reply }) => {
		const chosen = await store.choose(ofOneClient(scope), params.frameworkId, body.chosen);
		if (chosen === "client_archived") {
			return sendError(reply, CLIENT_ARCHIVED.code, CLIENT_ARCHIVED.message);
		}
		if (chosen !== "limit_reached") return chosen;
		return sendError(
			reply,
			"limit_reached",
			"This client would have more controls than it can keep. Nothing was changed; retire and unlink some of its own first.",
		);
	});
	addOperation(
		app,
		OPERATIONS.decideRequirements,
		{ senders, bodyLimit: LONG_BODY_BYTES },
		async ({ scope, body, key, reply }) => {
			const decided = await store.decide(ofOneClient(scope), { key, request: body });
			if (decided.ok) return decided.answer;
			switch (decided.because) {
				case "unknown_requirements":
					return sendError(
						reply,
						"invalid_body",
						`This framework has no requirement ${named(decided.ids)} to decide about. Nothing was changed.`,
						{ requirements: decided.ids },
					);
				case "always_applies":
					return sendError(
						reply,
						"invalid_body",
						`${named(decided.ids)} of this framework cannot be left out. Nothing was changed.`,
						{ requirements: decided.ids },
					);
				case "rate_limited":
					return sendError(
						reply,
						"rate_limited",
						`Too much was decided in the last hour. Please try again in ${waitText(decided.retryAfter)}. Nothing was changed.`,
						{ scope: "entry", retryAfter: decided.retryAfter },
					);
				default:
					return sendError(reply, "idempotency_mismatch", KEY_MISMATCH);
			}
		},
	);
}

/** Without a client, the one that is the workspace itself. */
export const ofOneClient = (scope: Scope): ClientScope => ({
	...scope,
	clientId: scope.clientId ?? ownClient(scope.workspaceId),
});

const named = (ids: readonly string[]): string =>
	ids.length > NAMED ? `${ids.slice(0, NAMED).join(", ")} and ${ids.length - NAMED} more` : ids.join(", ");
