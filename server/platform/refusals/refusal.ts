import type { ErrorCode } from "#contract/errors.ts";

/** Why a request was not accepted. Nothing about it was stored. */
export type Refusal = { ok: false; code: ErrorCode; message: string; details?: Record<string, unknown> };

export const refuse = (code: ErrorCode, message: string, details?: Record<string, unknown>): Refusal => ({
	ok: false,
	code,
	message,
	...(details && { details }),
});

export const KEY_MISMATCH =
	"This Idempotency-Key was already used for another request. Please send it again under a new key.";
export const keyMismatch: Refusal = refuse("idempotency_mismatch", KEY_MISMATCH);
