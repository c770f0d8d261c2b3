/** How long a person may take to use their passkey. */
export const CHALLENGE_MS = 5 * 60_000;
/** How long a sign-in waits for its second factor. */
export const PENDING_MS = 5 * 60_000;
/** How long a person may take at the provider. */
export const ATTEMPT_MS = 10 * 60_000;
