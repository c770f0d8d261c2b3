import { isSaved, type Submission, type Trouble } from "./submission-state.ts";

/** The message of a failed submission; empty if there is none. */
export function messageOf(trouble: Trouble): string {
	if ("message" in trouble) return trouble.message;
	return ("error" in trouble && trouble.error?.message) || "";
}

const SAVED = "Saved on this device; it will be sent again.";
const SUBMIT_AGAIN = "Keep this page open and submit again.";

/** Where the request is now, and what to do; null if there is nothing to say. */
export function keptText(trouble: Trouble, state: Submission): string | null {
	switch (trouble.type) {
		case "waiting":
			return SAVED;
		case "unsaved":
			return `${trouble.why} ${SUBMIT_AGAIN}`;
		case "failed":
			return isSaved(state) ? SAVED : `Nothing was saved on this device. ${SUBMIT_AGAIN}`;
		default:
			return null;
	}
}
