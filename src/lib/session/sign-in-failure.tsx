import type { Submission } from "#src/lib/forms/use-submission.ts";
import { FailureBox } from "#src/ui/failure-box.tsx";

/** Whatever went wrong, the box says the same (specification, section 8); a second line where it was not the password. */
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
