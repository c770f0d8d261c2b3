import { useState } from "react";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import type { WithSession } from "../sign-in/use-sign-in-again.tsx";

/** Requests another code for the address that is not confirmed yet. */
export function ResendButton({ withSession = (call) => call() }: { withSession?: WithSession }) {
	const { state, submit } = useSubmission();
	const [sent, setSent] = useState(false);
	const onClick = async () => {
		setSent(false);
		setSent(
			(await submit(() => withSession(() => callApi(API_PATHS.resendConfirmation, { method: "POST" })))) === true,
		);
	};
	return (
		<div className="grid justify-items-start gap-2">
			<Button variant="plain" disabled={state.status === "submitting"} onClick={onClick}>
				Send another code
			</Button>
			<p role="status" className="text-15 empty:hidden">
				{sent && "Another code is on its way. Only the newest one works."}
			</p>
			<SubmissionFailure title="No code was sent" state={state} />
		</div>
	);
}
