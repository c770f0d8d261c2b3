import type { TokenScope } from "#contract/tokens/token-scopes.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import type { UsedToken } from "./identity.ts";

/** Why a request with `Authorization` may not make a call; undefined if its token has the scope that the call needs. */
export function refuseToken(token: UsedToken | undefined, needed: TokenScope | "any" | undefined): Refusal | undefined {
	if (needed === undefined) {
		return refuse("insufficient_scope", "API tokens cannot make this call. Nothing was done.");
	}
	if (needed === "any" || token?.scopes.includes(needed) !== false) return undefined;
	return refuse(
		"insufficient_scope",
		`This API token does not have the scope ${needed}. Nothing was done. Make a token with it in the settings.`,
		{ scope: needed },
	);
}
