import type { FastifyRequest } from "fastify";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { askedPlace } from "./asked-place.ts";
import type { TokenSource } from "./found-token.ts";
import type { AccountIdentity } from "./identity.ts";
import { isTokenText } from "./token-text.ts";

const refused = (reason: string, message: string) =>
	refuse("invalid_token", `${message} Nothing was done.`, { reason });

const MALFORMED = refused(
	"malformed",
	"This Authorization header holds no API token. It has to be “Bearer ” and the token, whole as it was shown.",
);
const UNKNOWN = refused(
	"unknown",
	"This API token does not exist. It may have been deleted, or its maker is no longer a member of the workspace.",
);
const REVOKED = refused("revoked", "This API token was revoked. Make a new one in the settings.");
const EXPIRED = refused("expired", "This API token has expired. Make a new one in the settings.");

/** Who sends a request with an API token: its creator, in the token's workspace and with only its client. */
export async function readToken(
	request: FastifyRequest,
	tokens: TokenSource,
	now: Date,
): Promise<AccountIdentity | Refusal> {
	const text = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
	if (text === undefined || !isTokenText(text)) return MALFORMED;
	const today = dayOf(now);
	const place = askedPlace(request);
	const found = await tokens.find({ hash: tokenHash(text), clientId: place.ok ? place.clientId : null, today });
	if (!found) return UNKNOWN;
	if (found.revoked) return REVOKED;
	if (found.endsOn < today) return EXPIRED;
	if (found.lastUsedOn !== today) await tokens.touch(found.id, today);
	const { id, accountId, workspaceId, scopes, email, emailConfirmed, member } = found;
	const elsewhere = place.ok && place.workspaceId !== null && place.workspaceId !== workspaceId;
	return {
		type: "account",
		accountId,
		token: { id, workspaceId, scopes },
		sessionId: id,
		signedInWith: null,
		twoFactors: false,
		provedLately: false,
		email,
		emailConfirmed,
		// Programs may not do what only operators may do.
		operator: false,
		member: elsewhere ? undefined : member,
	};
}
