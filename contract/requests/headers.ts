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

/**
 * The workspace that a request is for. The server compares it with the account's memberships before anything else: 401
 * `other_workspace` if the account is not a member. Without it: the workspace that every account starts with. Links and event
 * streams, which cannot set headers, use the query parameter `workspace`.
 */
export const WORKSPACE = "Plumbline-Workspace";

/**
 * The client that a request is about: reads cover only this client, and what is created belongs to it. 404 `client_unknown` if the
 * workspace has no such client. Without it: all clients that the member may see. Links and event streams use the query parameter
 * `clientId`.
 */
export const CLIENT = "Plumbline-Client";

/**
 * In the answer to a sign-out: the sign-out page of the company provider that the session came through. Absent for other sessions,
 * and for providers without such a page.
 */
export const COMPANY_SIGN_OUT = "Plumbline-Company-Sign-Out";
