import { API_PATHS } from "#contract/routes.ts";
import type { CombinedScanRequest } from "#contract/scans.ts";

/** What can be sent. A new kind is one line here and one below. */
type Bodies = {
	"combined-scan": CombinedScanRequest;
};

export type Kind = keyof Bodies;

/** A kind with the body that belongs to it. */
export type OutboxRequest = { [K in Kind]: { kind: K; body: Bodies[K] } }[Kind];

/** `path` is below API_BASE; `label` is what a list calls the entry. */
export const KINDS: Record<Kind, { path: string; label: string }> = {
	"combined-scan": { path: API_PATHS.startCombinedScan, label: "Vulnerability scan" },
};
