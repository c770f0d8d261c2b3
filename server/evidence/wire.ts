import type { Base } from "#server/platform/base.ts";
import { createEvidenceStore } from "../db/evidence/evidence-store.ts";
import type { ObjectStore } from "../uploads/object-store.ts";

/** Evidence of workspaces. */
export const wireEvidence = ({ deps: { now }, walled }: Base, store: ObjectStore | undefined) =>
	createEvidenceStore(walled, now, store);
