import type { FastifyRequest } from "fastify";
import type { SignInWay } from "#contract/accounts/accounts.ts";
import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import { ACCOUNT } from "#contract/requests/headers.ts";
import type { TokenScope } from "#contract/tokens/token-scopes.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import type { MemberHere } from "#server/platform/tenancy/scope.ts";

/** An API token that a request came with. */
export type UsedToken = { id: string; workspaceId: WorkspaceId; scopes: readonly TokenScope[] };

/** An account as its session shows it. */
export type AccountIdentity = {
	type: "account";
	accountId: AccountId;
	/** The API token that the request came with, in place of a session. */
	token: UsedToken | undefined;
	/** Names the session, for ending it; a token's id if there is none. */
	sessionId: string;
	/** Null: with an API token, or before this was stored. */
	signedInWith: SignInWay | null;
	/** Whether its user gave two factors. Never with an API token. */
	twoFactors: boolean;
	/** Whether its user proved their identity in the last few minutes. Never with an API token. */
	provedLately: boolean;
	email: string;
	emailConfirmed: boolean;
	/** Whether it is currently an operator of this server. */
	operator: boolean;
	/** What it is in the workspace that the request is about; undefined if it is not a member there. */
	member: MemberHere | undefined;
};

/** Who sends a request. */
export type Identity = { type: "anonymous" } | AccountIdentity;

/** Reads the session or the API token of a request. Anonymous without a valid session; a token that does not work is refused. */
export type ReadSession = (request: FastifyRequest) => Promise<Identity | Refusal>;

/** Whether a request comes with `Authorization`. Its cookies are then ignored. */
export const hasAuthorization = ({ headers }: FastifyRequest): boolean => headers.authorization !== undefined;

export const ANONYMOUS: Identity = { type: "anonymous" };

const OTHER_ACCOUNT = refuse(
	"other_account",
	"This request belongs to an account that is not signed in here. Nothing was done; please sign in and send it again.",
);

/**
 * Compares the account that the sender believes it acts for (the `Plumbline-Account` header) with its session, before
 * anything else, so that no race between tabs sends one person's request as another's. Without the header the session decides.
 */
export async function identify(request: FastifyRequest, readSession: ReadSession): Promise<Identity | Refusal> {
	const expected = request.headers[ACCOUNT.toLowerCase()]?.toString();
	if (expected === "anonymous") return ANONYMOUS;
	const identity = await readSession(request);
	if ("code" in identity) return identity;
	if (expected === undefined || expected === (identity.type === "account" ? identity.accountId : "anonymous"))
		return identity;
	return OTHER_ACCOUNT;
}
