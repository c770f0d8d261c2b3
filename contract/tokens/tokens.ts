import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { accountId, clientId, workspaceId } from "#contract/ids.ts";
import { role } from "#contract/workspaces/roles.ts";
import { TOKEN_SCOPES, tokenScope } from "./token-scopes.ts";

/** The longest a token can work, in days. */
export const TOKEN_DAYS = 365;

/** `POST tokens/`. */
export const tokenRequest = z.object({
	/** What it is for, in its maker's words. */
	name: z
		.string()
		.check(
			z.trim(),
			z.minLength(1, "Please give the token a name."),
			atMost(100, "A name has at most 100 characters."),
		),
	scopes: z
		.array(tokenScope)
		.check(
			z.minLength(1, "Please choose at least one scope."),
			z.maxLength(TOKEN_SCOPES.length, "Please name each scope once."),
		),
	/** The only client it can reach; left out for all that its maker sees. */
	clientId: z.optional(clientId),
	/** The last day (UTC) on which it works. */
	endsOn: z.iso.date("A day looks like 2026-12-31."),
});
export type TokenRequest = z.infer<typeof tokenRequest>;

/** A token as lists show it: never the secret itself. */
const apiToken = z.object({
	id: z.uuid(),
	name: z.string(),
	/** The first characters of the secret, to tell which one a program has. */
	prefix: z.string(),
	scopes: z.array(tokenScope),
	clientId: z.nullable(clientId),
	/** It acts with at most this member's role, and ends with the membership. */
	madeBy: z.object({ accountId, name: z.string() }),
	createdAt: z.iso.datetime(),
	endsOn: z.iso.date(),
	/** The last day (UTC) on which it was used. */
	lastUsedOn: z.nullable(z.iso.date()),
	state: z.enum(["active", "expired", "revoked"]),
});
export type ApiToken = z.infer<typeof apiToken>;

/** `GET tokens/`: the newest first. Ended ones are listed for 30 days. */
export const tokenList = z.object({ tokens: z.array(apiToken) });

/** `GET tokens/self/`: the token that the request came with. */
export const ownToken = z.object({
	name: z.string(),
	/** The first characters of the secret, to tell which one a program has. */
	prefix: z.string(),
	workspace: z.object({ id: workspaceId, name: z.string() }),
	/** The current role of the member who made it. The token cannot do more than that role. */
	role,
	scopes: z.array(tokenScope),
	/** The only client it can reach; null for all. */
	clientId: z.nullable(clientId),
	/** The last day (UTC) on which it works. */
	endsOn: z.iso.date(),
});
export type OwnToken = z.infer<typeof ownToken>;

/** The only answer that contains the secret. */
export const tokenMade = z.extend(apiToken, { token: z.string() });
export type TokenMade = z.infer<typeof tokenMade>;
