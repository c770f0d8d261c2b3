import type { QuestionState } from "#contract/questionnaires/questionnaires.ts";
import { StateBadge } from "#src/ui/state-badge.tsx";
import { QUESTION_STATE_LABELS } from "../questionnaire-labels.ts";

const SHAPES: Record<QuestionState, string> = {
	proposed: "M1 6c2-3.5 8-3.5 10 0-2 3.5-8 3.5-10 0zM6 5v2",
	"needs-person": "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5v3M6 8v.2",
	confirmed: "m1.5 6.5 3 3 6-7",
};

/** A question's state, as a word and a shape. */
export const QuestionBadge = ({ state }: { state: QuestionState }) => (
	<StateBadge state={state} label={QUESTION_STATE_LABELS[state]} path={SHAPES[state]} />
);
