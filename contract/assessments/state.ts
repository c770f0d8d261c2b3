import * as z from "zod/mini";

/**
 * `draft → under-way → submitted → accepted | returned`. An answer takes every one but a closed one back to `under-way`; signing takes
 * `under-way`, `submitted` and `accepted` to `signed`. `draft`: nothing was answered yet.
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

/** What a person can make of it. Answering and signing move it by themselves. */
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
/** The states that a person can move it to. */
export const movesOfAssessment = (from: AssessmentState): readonly AssessmentMove[] => MOVES[from];

/** Accepting and returning are a reviewer's. */
export const isAssessmentReview = (to: AssessmentMove): boolean => to === "accepted" || to === "returned";

/** Its state after an answer; null if answers are taken no more. */
export const afterAnswer = (from: AssessmentState): AssessmentState | null => (from === "closed" ? null : "under-way");

/** Its state after signatures; null if it cannot be signed. */
export const afterSigning = (from: AssessmentState): AssessmentState | null =>
	from === "draft" || from === "closed" ? null : "signed";
