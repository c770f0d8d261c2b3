import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { ownToken, tokenList, tokenMade, tokenRequest } from "./tokens.ts";

const tokens = { access: "account", permission: "read", tag: "Tokens" } as const;

/** Calls about the API tokens of a workspace. A token can only ask about itself, and make no other of these calls. */
export const TOKEN_OPERATIONS = {
	listTokens: {
		method: "GET",
		path: API_PATHS.tokens,
		...tokens,
		summary: "The account’s API tokens in the workspace; for those who manage people, everyone’s.",
		success: 200,
		answer: tokenList,
	},
	readOwnToken: {
		method: "GET",
		path: API_PATHS.ownToken,
		...tokens,
		scope: "any",
		summary: "What the token that makes the call is: its name, workspace, scopes and last day. 404 without a token.",
		success: 200,
		answer: ownToken,
	},
	makeToken: {
		method: "POST",
		path: API_PATHS.tokens,
		...tokens,
		stepUp: true,
		summary: "Make an API token. Only this answer has its secret.",
		body: tokenRequest,
		success: 201,
		answer: tokenMade,
	},
	revokeToken: {
		method: "DELETE",
		path: API_PATHS.tokenById,
		...tokens,
		summary: "Revoke an API token at once. Members revoke their own; those who manage people, anyone’s.",
		params: z.object({ tokenId: z.uuid("This is not a token ID.") }),
		success: 204,
	},
} as const satisfies Record<string, Operation>;
