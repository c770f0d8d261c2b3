import type { ErrorCode, RateLimitDetails } from "#contract/errors.ts";
import { waitText } from "#contract/format/duration.ts";
import type { AccountId } from "#contract/ids.ts";

/** Why nothing was done, for the log: it may include what the response must not reveal. */
type Reason =
	| "too_many"
	| "busy_network"
	| "busy_account"
	| "wrong_password"
	| "unknown_address"
	| "wrong_code"
	| "not_lately"
	| "second_factor"
	| "no_pending"
	| "wrong_passkey"
	| "unknown_passkey"
	| "copied_passkey"
	| "no_key"
	| "common_password"
	| "bad_address"
	| "other_address"
	| "no_account"
	| "no_report"
	| "last_owner"
	| "bad_zone"
	| "company";

/** Why nothing was done, for the response and for the log. */
export type AccessRefusal = {
	ok: false;
	code: ErrorCode;
	message: string;
	details?: Record<string, unknown>;
	/** For the log only. */
	reason: Reason;
	/** For the log only: the account it was about, if any. */
	accountId?: AccountId;
};

/** `before` says what there was too much of. */
export const limited = (
	reason: "too_many" | "busy_network" | "busy_account",
	before: string,
	retryAfter: number,
	scope: RateLimitDetails["scope"] = "entry",
): AccessRefusal => ({
	ok: false,
	code: "rate_limited",
	message: `${before} Please try again in ${waitText(retryAfter)}.`,
	details: { scope, retryAfter },
	reason,
});

/** In the shape of a body that its schema refuses. `field` as a JSON pointer. */
export const badField = (reason: Reason, field: string, message: string): AccessRefusal => ({
	ok: false,
	code: "invalid_body",
	message,
	details: { fields: [{ field, message }] },
	reason,
});
