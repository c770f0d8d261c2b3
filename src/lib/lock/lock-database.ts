/** Apart from what is kept for reading, which may be wiped at any time. */
export const LOCK_DATABASE = { database: "plumbline-lock", store: "lock" };

/** By it, all tabs are locked and opened together. */
export const LOCK_CHANNEL = "plumbline-lock";

/** Whose lock there is, for a page that has not read the lock yet. */
export const LOCK_HINT = "plumbline-lock";
