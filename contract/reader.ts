/** For whom a problem is explained: who carries the risk, and who fixes it. */
export const READERS = ["owner", "engineer"] as const;
export type Reader = (typeof READERS)[number];

export const READER_LABELS: Record<Reader, string> = { owner: "Owner", engineer: "Engineer" };

/** Where a device remembers its reader. The pages of reports and those of the app share an origin, and this. */
export const READER_KEY = "plumbline-reader";
