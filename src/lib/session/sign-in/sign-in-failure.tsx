import type { Submission } from "#src/lib/forms/use-submission.ts";
import { FailureBox } from "#src/ui/failure-box.tsx";

/** The box always says the same (specification, section 8), with a second line if the password was not the problem. Only a sign-in whose password was right says something else. */
export function SignInFailure({ state }: { state: Submission }) {
	if (state.status !== "failed") return null;
	const { cause, message } = state.trouble;
	return (
		<FailureBox title="Sign in failed">
			{cause !== "unfinished" && <p>Invalid email or password</p>}
			{cause !== "refused" && <p className="mt-1 first:mt-0">{message}</p>}
		</FailureBox>
	);
}
