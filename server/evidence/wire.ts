import type { Base } from "../base.ts";
import { createEvidenceStore } from "../db/evidence/evidence-store.ts";

/** Evidence of workspaces. */
export const wireEvidence = ({ deps: { now }, walled }: Base) => createEvidenceStore(walled, now);
