/** An issue as its tracker knows it. */
export type Issue = { ref: string; key: string; url: string };
