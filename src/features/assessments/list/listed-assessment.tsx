import { useQuery } from "@tanstack/react-query";
import type { AssessmentSummary } from "#contract/assessments/assessments.ts";
import { assessmentShown, waitingOf } from "#src/lib/assessments/assessment-shown.ts";
import { assessmentQuery } from "#src/lib/assessments/assessments-api.ts";
import { meHere } from "#src/lib/assessments/use-answer.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { AssessmentRow } from "./assessment-row.tsx";

/** An assessment as the server lists it, with what this device has to say of it still: for that, its questions are read. */
export function ListedAssessment({ assessment, words }: { assessment: AssessmentSummary; words: readonly Entry[] }) {
	const { scope } = useScope();
	const waiting = waitingOf(words, assessment.id).length;
	const { data, dataUpdatedAt } = useQuery({ ...assessmentQuery(assessment.id, scope), enabled: waiting > 0 });
	const shown = waiting > 0 && data ? assessmentShown(data, words, dataUpdatedAt, meHere()) : assessment;
	return <AssessmentRow assessment={shown} waiting={waiting} />;
}
