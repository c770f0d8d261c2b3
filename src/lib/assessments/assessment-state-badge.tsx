import type { AssessmentState } from "#contract/assessments/state.ts";
import { ASSESSMENT_STATE_LABELS } from "#contract/assessments/state.ts";
import { StateBadge } from "#src/ui/state-badge.tsx";

const SHAPES: Record<AssessmentState, string> = {
	draft: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
	"under-way": "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5v5M8 4.5v3",
	submitted: "M1 6c2-3.5 8-3.5 10 0-2 3.5-8 3.5-10 0zM6 5v2",
	returned: "M4.5 2 1.5 5l3 3M1.5 5H8a2.5 2.5 0 0 1 0 5H5.5",
	accepted: "m1.5 6.5 3 3 6-7",
	signed: "M1.5 8.5c2-5 3.5-6 4-4.5S3 8.5 5 8s2-2.5 3-2 0 2 2.5 1",
	closed: "M2.5 5.5h7v5h-7zM4 5.5v-2a2 2 0 0 1 4 0v2",
};

/** An assessment's state, as a word and a shape. */
export const AssessmentStateBadge = ({ state }: { state: AssessmentState }) => (
	<StateBadge state={state} label={ASSESSMENT_STATE_LABELS[state]} path={SHAPES[state]} />
);
