import type { FastifyRequest } from "fastify";
import { ACCOUNT } from "#contract/headers.ts";
import type { AccountId } from "#contract/ids.ts";
import type { MemberHere } from "../../workspaces/scope.ts";

/** An account as its session shows it. */
export type AccountIdentity = {
	type: "account";
	accountId: AccountId;
	/** Names the session, for ending it. */
	sessionId: string;
	email: string;
	emailConfirmed: boolean;
	/** Whether it is an operator of this server now. */
	operator: boolean;
	/** What it is in the workspace that the request is about; undefined if it is no member there. */
	member: MemberHere | undefined;
};

/** Who sends a request. */
export type Identity = { type: "anonymous" } | AccountIdentity;

/** Reads the session of a request. Anonymous if it has no valid one. */
export type ReadSession = (request: FastifyRequest) => Promise<Identity>;

export const ANONYMOUS: Identity = { type: "anonymous" };

/**
 * Compares the account that the sender believes it acts for (the `Plumbline-Account` header) with its session, before
 * anything else, so that no race between tabs sends one person's request as another's. Without the header the session decides.
 */
export async function identify(request: FastifyRequest, readSession: ReadSession): Promise<Identity | "other_account"> {
	const expected = request.headers[ACCOUNT.toLowerCase()]?.toString();
	if (expected === "anonymous") return ANONYMOUS;
	const identity = await readSession(request);
	if (expected === undefined || expected === (identity.type === "account" ? identity.accountId : "anonymous"))
		return identity;
	return "other_account";
}
