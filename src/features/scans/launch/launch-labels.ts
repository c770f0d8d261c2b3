import { LABEL_LIMITS } from "#contract/scans.ts";
import type { Values } from "#src/lib/submission/submission-state.ts";

/** What a person may note beside a scan's own fields: whose target it is, and anything else. It travels beside the request. */
export type LabelName = keyof typeof LABEL_LIMITS;
export const LABEL_NAMES = Object.keys(LABEL_LIMITS) as LabelName[];

/** The labels that were filled in. */
export function labelsOf({ client = "", note = "" }: Values): { client?: string; note?: string } {
	return { ...(client.trim() && { client: client.trim() }), ...(note.trim() && { note: note.trim() }) };
}
