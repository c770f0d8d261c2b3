import { LABEL_LIMITS } from "#contract/scans/scans.ts";
import type { Values } from "#src/lib/submission/submission-state.ts";

/** What a person may add to a scan's own fields: the client's id, and a note. It travels beside the request. */
export const LABEL_NAMES = ["client", "note"] as const;
export type LabelName = (typeof LABEL_NAMES)[number];

export const NOTE_LIMIT = LABEL_LIMITS.note;

/** The note, if there is one. */
export function noteOf({ note = "" }: Values): { note?: string } {
	return note.trim() ? { note: note.trim() } : {};
}
