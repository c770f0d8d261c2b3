import * as z from "zod/mini";

/** Stable names of every refusal and failure the API answers with, each with its HTTP status. Machines read these; people read `message`. */
export const ERROR_STATUS = {
	invalid_body: 400,
	invalid_target: 400,
	target_refused: 403,
	target_unresolvable: 422,
	target_opted_out: 403,
	address_opted_out: 403,
	sign_in_required: 401,
	invalid_credentials: 401,
	invalid_code: 400,
	/** The browser made a passkey that we cannot accept. */
	passkey_refused: 400,
	second_factor_required: 401,
	second_factor_expired: 401,
	other_account: 401,
	invalid_token: 401,
	other_workspace: 401,
	code_required: 401,
	ownership_required: 403,
	email_unconfirmed: 403,
	operator_required: 403,
	/** For an irreversible action too long after the person last proved who they are. */
	step_up_required: 403,
	role_required: 403,
	/** Evidence is accepted by a member other than its author, where there is one who may. */
	other_reviewer_required: 403,
	/** The workspace requires its members to sign in through their company. */
	sign_on_required: 403,
	/** The provider of a company sign-in does not answer. */
	provider_unavailable: 424,
	/** The workspace requires two factors, and this session has only one. */
	two_factors_required: 403,
	insufficient_scope: 403,
	cross_origin: 403,
	not_found: 404,
	client_unknown: 404,
	client_archived: 409,
	host_of_other_client: 409,
	changed_meanwhile: 409,
	/** Confirmed answers would lose their questions. */
	answers_would_go: 409,
	already_exists: 409,
	last_owner: 409,
	invitation_ended: 409,
	invitation_of_other_address: 409,
	already_finished: 409,
	limit_reached: 409,
	attachments_missing: 409,
	storage_full: 409,
	not_finished: 409,
	method_not_allowed: 405,
	request_timeout: 408,
	payload_too_large: 413,
	unsupported_media_type: 415,
	misdirected: 421,
	idempotency_mismatch: 422,
	file_refused: 422,
	seal_unknown: 422,
	rate_limited: 429,
	headers_too_large: 431,
	internal: 500,
	engine_unavailable: 501,
	unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/** `details` of a 429: whether only this entry has to wait, or everything this client sends. */
export const rateLimitDetails = z.object({
	scope: z.enum(["entry", "client"]),
	/** Whole seconds until it is worth trying again; the same number as the `Retry-After` header. */
	retryAfter: z.int().check(z.nonnegative()),
});
export type RateLimitDetails = z.infer<typeof rateLimitDetails>;

/** Every answer that is not 2xx. `code` is one of ERROR_STATUS, but a reader must accept codes it does not know. */
export const apiError = z.object({
	code: z.string(),
	/** One or two sentences for a person: what happened and what to do. Shown as is. */
	message: z.string(),
	details: z.optional(z.record(z.string(), z.unknown())),
});
export type ApiError = z.infer<typeof apiError>;
