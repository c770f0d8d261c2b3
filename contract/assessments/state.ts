import * as z from "zod/mini";

/**
 * `draft → under-way → submitted → accepted | returned`. An answer moves every state except `closed` back to `under-way`; signing
 * moves `under-way`, `submitted` and `accepted` to `signed`. `draft`: nothing is answered yet.
 */
export const ASSESSMENT_STATES = [
	"draft",
	"under-way",
	"submitted",
	"returned",
	"accepted",
	"signed",
	"closed",
] as const;
export const assessmentState = z.enum(ASSESSMENT_STATES, `An assessment is one of ${ASSESSMENT_STATES.join(", ")}.`);
export type AssessmentState = z.infer<typeof assessmentState>;

export const ASSESSMENT_STATE_LABELS: Readonly<Record<AssessmentState, string>> = {
	draft: "Not begun",
	"under-way": "Under way",
	submitted: "In review",
	returned: "Returned",
	accepted: "Accepted",
	signed: "Signed",
	closed: "Closed",
};

/** The states a person can choose. Answering and signing change the state by themselves. */
export const ASSESSMENT_MOVES = ["submitted", "accepted", "returned", "closed", "under-way"] as const;
export type AssessmentMove = (typeof ASSESSMENT_MOVES)[number];

const MOVES: Readonly<Record<AssessmentState, readonly AssessmentMove[]>> = {
	draft: ["closed"],
	"under-way": ["submitted", "closed"],
	submitted: ["accepted", "returned", "under-way"],
	returned: ["submitted", "closed"],
	accepted: ["closed", "returned"],
	signed: ["closed"],
	closed: ["under-way"],
};
/** The states that a person can move it to from here. */
export const movesOfAssessment = (from: AssessmentState): readonly AssessmentMove[] => MOVES[from];

/** Accepting and returning need a reviewer. */
export const isAssessmentReview = (to: AssessmentMove): boolean => to === "accepted" || to === "returned";

/** Its state after an answer; null if it no longer takes answers. */
export const afterAnswer = (from: AssessmentState): AssessmentState | null => (from === "closed" ? null : "under-way");

/** Its state after signatures; null if it cannot be signed. */
export const afterSigning = (from: AssessmentState): AssessmentState | null =>
	from === "draft" || from === "closed" ? null : "signed";
