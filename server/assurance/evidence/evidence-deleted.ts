import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { WorkspaceId } from "#contract/ids.ts";

/** Runs when a piece of evidence has been deleted. */
export type EvidenceDeleted = { workspaceId: WorkspaceId; evidenceId: EvidenceId };
