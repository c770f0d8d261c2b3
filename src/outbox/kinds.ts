import type { ENTRY_PATHS } from "#contract/routes.ts";
import type { CombinedScanRequest } from "#contract/scans.ts";

export type Kind = keyof typeof ENTRY_PATHS;

/** What can be sent. A new kind is one line here, one below, and one in ENTRY_PATHS. */
type Bodies = {
	"combined-scan": CombinedScanRequest;
};

/** A kind with the body that belongs to it. */
export type OutboxRequest = { [K in Kind]: { kind: K; body: Bodies[K] } }[Kind];

/** `label` is what a list calls the entry. */
export const KINDS: Record<Kind, { label: string }> = {
	"combined-scan": { label: "Vulnerability scan" },
};
