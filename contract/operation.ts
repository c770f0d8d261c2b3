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
	 * The permission the account needs in the workspace of the request (workspaces/roles.ts); `self` if the call concerns only the
	 * account, whatever its workspaces. Every operation with the access `account` has one.
	 */
	permission?: Permission | "self";
	/**
	 * Set for what cannot be undone or gives others access: 403 `step_up_required` unless the person proved who they are in the
	 * last 15 minutes. A request in an outbox can be much older, so none of these goes through an outbox.
	 */
	stepUp?: true;
	/**
	 * Set if `self` reads, changes or deletes data in the account's own workspace: 403 `two_factors_required` if that workspace
	 * requires two factors and the session has only one.
	 */
	ownWorkspace?: true;
	/**
	 * Set if an answer costs much more than others: `work` uses a processor for up to several seconds, and memory; `stream` reads a
	 * lot and is sent only as fast as the reader takes it. Each workspace and account has a share of each at a time; beyond that,
	 * 503 `unavailable`.
	 */
	cost?: Cost;
	/** The scope an API token needs for this call; `any` if every token may make it. Without it, no token may. */
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
	/** Media types of the body if it is a file, not JSON. */
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
