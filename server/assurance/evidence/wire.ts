import type { Base } from "#server/platform/base.ts";
import type { ObjectStore } from "#server/platform/files/object-store.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import type { EvidenceAdded } from "./evidence-added.ts";
import type { EvidenceDeleted } from "./evidence-deleted.ts";
import { createEvidenceStore } from "./store/evidence-store.ts";

/** Evidence of workspaces. */
export const wireEvidence = (
	{ deps: { now }, walled }: Base,
	store: ObjectStore | undefined,
	moments: { added: Moment<EvidenceAdded>; deleted: Moment<EvidenceDeleted> },
) => createEvidenceStore(walled, now, store, moments);
