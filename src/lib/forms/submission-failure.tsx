import { FailureBox } from "#src/ui/failure-box.tsx";
import type { Submission } from "./use-submission.ts";

type Props = {
	title: string;
	state: Submission;
};

/** Why a form was not accepted, unless its fields show it. */
export function SubmissionFailure({ title, state }: Props) {
	if (state.status !== "failed" || Object.keys(state.fields).length > 0) return null;
	return (
		<FailureBox title={title}>
			<p>{state.trouble.message || "Something went wrong. Please try again."}</p>
		</FailureBox>
	);
}
