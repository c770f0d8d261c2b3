import type { Base } from "#server/platform/base.ts";
import type { ObjectStore } from "#server/platform/files/object-store.ts";
import { createEvidenceStore } from "./store/evidence-store.ts";

/** Evidence of workspaces. */
export const wireEvidence = ({ deps: { now }, walled }: Base, store: ObjectStore | undefined) =>
	createEvidenceStore(walled, now, store);
