import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { TOKEN_DAYS } from "#contract/tokens/tokens.ts";
import { can } from "#contract/workspaces/roles.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { CLIENT_UNKNOWN } from "#server/platform/tenancy/refusals.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { addOperation, type Senders } from "../../sessions/operation.ts";
import { newTokenText, prefixOf } from "../../sessions/token-text.ts";
import type { TokenStore } from "./store/token-store.ts";

/** The most working tokens that one member can have in a workspace at the same time. */
const AT_MOST = 50;

type TokenDeps = { store: TokenStore; senders: Senders; now(): Date };

/** `tokens/`: the tokens with which programs act for members of a workspace. */
export function addTokens(app: FastifyInstance, { store, senders, now }: TokenDeps): void {
	addOperation(app, OPERATIONS.listTokens, { senders }, async ({ scope }) => ({
		tokens: await store.list(scope, dayOf(now()), can(scope.role, "manage")),
	}));

	addOperation(app, OPERATIONS.readOwnToken, { senders }, async ({ scope, identity, reply }) => {
		const own = identity.token && (await store.own(scope, identity.token.id));
		if (!own) return sendError(reply, "not_found", "This request came with no API token.");
		return { ...own, role: scope.role, clientId: identity.member?.onlyClient ?? null };
	});

	addOperation(app, OPERATIONS.makeToken, { senders }, async ({ scope, body, reply }) => {
		const createdAt = now();
		const today = dayOf(createdAt);
		const last = dayOf(new Date(createdAt.getTime() + TOKEN_DAYS * 86_400_000));
		if (body.endsOn < today || body.endsOn > last) {
			const message = `The last day of a token is today at the earliest and ${last} at the latest.`;
			return sendError(reply, "invalid_body", message, { fields: [{ field: "/endsOn", message }] });
		}
		const clientId = body.clientId ?? scope.clientId;
		if (clientId !== null && !(await store.hasClient(scope, clientId))) {
			return sendError(reply, CLIENT_UNKNOWN.code, CLIENT_UNKNOWN.message);
		}
		if ((await store.countActive(scope, today)) >= AT_MOST) {
			return sendError(
				reply,
				"limit_reached",
				`You have ${AT_MOST} API tokens in this workspace, which is the most. Revoke one that is not needed. Nothing was made.`,
			);
		}
		const token = newTokenText();
		const id = randomUUID();
		const scopes = [...new Set(body.scopes)];
		await store.add(scope, {
			...body,
			scopes,
			...(clientId !== null && { clientId }),
			id,
			hash: tokenHash(token),
			prefix: prefixOf(token),
			createdAt,
		});
		const made = (await store.list(scope, today, false)).find((one) => one.id === id);
		if (!made) throw new Error("A token that was just stored is not there");
		return { ...made, token };
	});

	addOperation(app, OPERATIONS.revokeToken, { senders }, async ({ scope, params, reply }) => {
		const revoked = await store.revoke(scope, params.tokenId, now(), can(scope.role, "manage"));
		if (!revoked)
			return sendError(reply, "not_found", "There is no such API token that still works. Nothing was done.");
		return reply.send();
	});
}
