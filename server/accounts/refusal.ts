import type { ErrorCode } from "#contract/errors.ts";
import { duration } from "../scans/duration.ts";

/** Why nothing was done, as it is answered. */
export type Refusal = { ok: false; code: ErrorCode; message: string; details?: Record<string, unknown> };

/** `before` says what there was too much of. */
export const limited = (before: string, retryAfter: number): Refusal => ({
	ok: false,
	code: "rate_limited",
	message: `${before} Please try again in ${duration(retryAfter)}.`,
	details: { scope: "entry", retryAfter },
});

/** In the shape of a body that its schema refuses. `field` as a JSON pointer. */
export const badField = (field: string, message: string): Refusal => ({
	ok: false,
	code: "invalid_body",
	message,
	details: { fields: [{ field, message }] },
});
