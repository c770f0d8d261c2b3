/** The reader a problem is explained to: the owner of the risk, or the engineer who fixes it. */
export const READERS = ["owner", "engineer"] as const;
export type Reader = (typeof READERS)[number];

export const READER_LABELS: Record<Reader, string> = { owner: "Owner", engineer: "Engineer" };

/** Where a device remembers its reader. Report pages and the app share an origin, and therefore this key. */
export const READER_KEY = "plumbline-reader";
