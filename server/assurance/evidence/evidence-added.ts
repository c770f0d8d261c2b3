import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { WorkspaceId } from "#contract/ids.ts";

/** Runs when a person's piece of evidence has arrived, with what it is about. */
export type EvidenceAdded = { workspaceId: WorkspaceId; evidenceId: EvidenceId; at: Date };
