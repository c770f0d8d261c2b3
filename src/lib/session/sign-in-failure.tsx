import type { Submission } from "#src/lib/forms/use-submission.ts";
import { FailureBox } from "#src/ui/failure-box.tsx";

/** The box always says the same (specification, section 8), with a second line if the password was not the problem. */
export function SignInFailure({ state }: { state: Submission }) {
	if (state.status !== "failed") return null;
	const { cause, message } = state.trouble;
	return (
		<FailureBox title="Sign in failed">
			<p>Invalid email or password</p>
			{cause !== "refused" && <p className="mt-1">{message}</p>}
		</FailureBox>
	);
}
