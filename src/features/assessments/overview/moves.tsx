import { useState } from "react";
import { type AssessmentMove, isAssessmentReview, movesOfAssessment } from "#contract/assessments/state.ts";
import { assessmentMoveLabel } from "#src/lib/assessments/assessment-labels.ts";
import { type ShownAssessment, waitingOf } from "#src/lib/assessments/assessment-shown.ts";
import { ReasonDialog } from "#src/lib/words/reason-dialog.tsx";
import { useSay } from "#src/lib/words/use-say.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { TextButton } from "#src/ui/text-button.tsx";

/** Moves an assessment to its next state, also offline. Sent after everything entered here earlier. */
export function Moves({ shown }: { shown: ShownAssessment }) {
	const { id, clientId, title, state, needsOtherReviewer } = shown;
	const { can } = useScope();
	const say = useSay();
	const [returning, setReturning] = useState(false);
	const move = (to: AssessmentMove, reason = "") =>
		say({ kind: "assessment-state", body: { assessmentId: id, state: to, reason } }, clientId, (entries) =>
			waitingOf(entries, id),
		);
	const needsOther = state === "submitted" && needsOtherReviewer === true && can("arrange");
	const moves = movesOfAssessment(state).filter(
		(to) => (!isAssessmentReview(to) || can("arrange")) && !(needsOther && to === "accepted"),
	);
	return (
		<>
			{moves.map((to) => (
				<TextButton
					key={to}
					aria-haspopup={to === "returned" ? "dialog" : undefined}
					onClick={() => (to === "returned" ? setReturning(true) : void move(to))}
				>
					{assessmentMoveLabel(state, to)}
				</TextButton>
			))}
			{needsOther && <span className="text-13 text-quiet">You submitted this: another reviewer has to accept it.</span>}
			{returning && (
				<ReasonDialog
					title="Return it"
					subtitle={title}
					label="What is missing or wrong?"
					hint="The people who answer read this."
					button="Return it"
					limit={1_000}
					onReason={(reason) => move("returned", reason)}
					onClose={() => setReturning(false)}
				/>
			)}
		</>
	);
}
