import * as z from "zod/mini";

/**
 * `draft → submitted → accepted | returned`, and `returned → submitted` again; an accepted one can be withdrawn, and is superseded
 * when another that names it is accepted. Expiry follows from its last day and is not stored.
 */
export const EVIDENCE_STATES = ["draft", "submitted", "accepted", "returned", "withdrawn", "superseded"] as const;
export const evidenceState = z.enum(EVIDENCE_STATES, `Evidence is one of ${EVIDENCE_STATES.join(", ")}.`);
export type EvidenceState = z.infer<typeof evidenceState>;

/** The decisions a person can make. */
export const EVIDENCE_DECISIONS = ["submitted", "accepted", "returned", "withdrawn"] as const;
export type EvidenceDecision = (typeof EVIDENCE_DECISIONS)[number];

const MOVES: Readonly<Record<EvidenceState, readonly EvidenceDecision[]>> = {
	draft: ["submitted"],
	submitted: ["accepted", "returned"],
	returned: ["submitted"],
	accepted: ["withdrawn"],
	withdrawn: [],
	superseded: [],
};
/** The states that a person can move it to. */
export const movesOfEvidence = (from: EvidenceState): readonly EvidenceDecision[] => MOVES[from];

/** Accepting, returning and withdrawing need a reviewer; anyone who may work can submit. */
export const isReview = (decision: EvidenceDecision): boolean => decision !== "submitted";

/**
 * What kind of evidence it is, by its content or its origin. The product creates `scan`, `test-run` and `assessment` from a scan, a
 * run or answers.
 */
export const EVIDENCE_KINDS = ["photo", "file", "note", "link", "report", "scan", "test-run", "assessment"] as const;
export const evidenceKind = z.enum(EVIDENCE_KINDS, `Evidence is one of ${EVIDENCE_KINDS.join(", ")}.`);
export type EvidenceKind = z.infer<typeof evidenceKind>;

/** How fresh it is on a given day: `expiring` within 30 days of its last day. Without a last day it is current. */
export const FRESHNESS = ["current", "expiring", "expired"] as const;
export type Freshness = (typeof FRESHNESS)[number];
/** How many days before its last day it counts as expiring. */
export const EXPIRING_DAYS = 30;
