import type * as z from "zod/mini";
import type { TokenScope } from "#contract/tokens/token-scopes.ts";
import type { Permission } from "#contract/workspaces/roles.ts";

export type Cost = "work" | "stream";

/** One call of the API. The server's routes, the OpenAPI document and the access tests are made from these. */
export type Operation = {
	method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** Below API_BASE. */
	path: string;
	/**
	 * `public`: for everyone. `account`: 401 without a session, and it reads and changes only what belongs to the account or to
	 * the workspace of the request.
	 * `operator`: also 403 without the role.
	 */
	access: "public" | "account" | "operator";
	/**
	 * What the account must be allowed in the workspace of the request (workspaces/roles.ts); `self` if it is about the account
	 * alone, whatever its workspaces. Every operation with the access `account` has one.
	 */
	permission?: Permission | "self";
	/**
	 * What cannot be undone, or gives others access: 403 `step_up_required` unless the person proved who they are in the last 15
	 * minutes. A request from an outbox can be much older, so none of these waits in one.
	 */
	stepUp?: true;
	/**
	 * Set where `self` reads, changes or deletes what is in the account's own workspace: 403 `two_factors_required` if that asks for two
	 * factors and the session has one.
	 */
	ownWorkspace?: true;
	/**
	 * Set where an answer costs much more than others: `work` takes a processor for up to seconds and its memory, `stream` reads much and
	 * is sent as slowly as its reader takes it. A workspace, and an account, has its share of each at once; 503 `unavailable` beyond that.
	 */
	cost?: Cost;
	/** What an API token needs to make the call; `any` if each token can. Without it, no token can. */
	scope?: TokenScope | "any";
	tag:
		| "Scans"
		| "Accounts"
		| "Engines"
		| "Outbox"
		| "Targets"
		| "Findings"
		| "Reports"
		| "Evidence"
		| "Frameworks"
		| "Controls"
		| "Tasks"
		| "Assessments"
		| "Questionnaires"
		| "Site"
		| "Workspaces"
		| "Clients"
		| "Tokens"
		| "Webhooks"
		| "Tickets"
		| "Server"
		| "Operator";
	/** One line for the API page. */
	summary: string;
	params?: z.ZodMiniObject;
	query?: z.ZodMiniObject;
	body?: z.ZodMiniType;
	/** Media types of a body that is a file and not JSON. */
	file?: readonly string[];
	/** Status of a success. */
	success: 200 | 201 | 202 | 204;
	/** Body of a success. Left out if it has none or is not JSON. */
	answer?: z.ZodMiniType;
	/** Takes an Idempotency-Key: a repeat gets the first answer and creates nothing. */
	idempotent?: true;
	/** Its answer has an ETag, and 304 to `If-None-Match` says that it is still the same. */
	conditional?: true;
};
