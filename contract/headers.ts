/**
 * Identifies one request: the same key with the same body gets the first 2xx answer again and creates nothing twice. With
 * another body the answer is 422 `idempotency_mismatch`. 1 to 200 visible ASCII characters; ours is the
 * outbox entry's id. Refusals store nothing under the key.
 */
export const IDEMPOTENCY_KEY = "Idempotency-Key";

/**
 * The account that the sender believes it acts for: an account id, or `anonymous` to ignore the session. The server compares
 * it with the session before anything else. A mismatch is 401 `other_account`. Without the header the session decides.
 */
export const ACCOUNT = "Plumbline-Account";
