/** Separate from the stored answers, which may be wiped at any time. */
export const LOCK_DATABASE = { database: "plumbline-lock", store: "lock" };

/** The channel that locks and opens all tabs together. */
export const LOCK_CHANNEL = "plumbline-lock";

/** The account that has a lock, for a page that has not read the lock yet. */
export const LOCK_HINT = "plumbline-lock";
