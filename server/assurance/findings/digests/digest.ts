import type { Severity } from "#contract/findings/severity.ts";

/** What a digest reports, in this order. */
export const CHANGES = ["new", "worse", "reopened", "fixed"] as const;
export type Change = (typeof CHANGES)[number];

/** A finding that changed, as the digest shows it. Title and host are observed text. */
export type ChangedFinding = { title: string; host: string; severity: Severity };

/** What scheduled scans of one account changed since its last digest: how many of each kind, and the worst of them. */
export type Digest = Record<Change, { total: number; worst: ChangedFinding[] }>;

/** How many of each kind of change are listed by name. */
export const NAMED = 10;
