import { type SubmitEvent, useState } from "react";
import { CODE_MINUTES } from "#contract/assessments/respond.ts";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { confirmCode, readOffer, sendCode } from "../respond-api.ts";

type Props = {
	token: string;
	/** Where the code goes, with its middle hidden. */
	email: string;
	/** Called when the session has started. */
	onConfirmed(respondentId: RespondentId): Promise<void>;
	/** Called with the reason when the link no longer works. */
	onGone(why: string): void;
};

/** Requests a code by email, and checks it. */
export function CodeForm({ token, email, onConfirmed, onGone }: Props) {
	const [asked, setAsked] = useState(0);
	const asking = useSubmission();
	const confirming = useSubmission();
	const busy = asking.state.status === "submitting" || confirming.state.status === "submitting";

	const ask = async () => {
		const sent = await asking.submit(async () => {
			try {
				// The response about codes does not say whether the link works; this one does.
				await readOffer(token);
			} catch (error) {
				if (error instanceof ApiFailure && error.code === "not_found") onGone(error.message);
				throw error;
			}
			await sendCode(token);
		});
		if (sent) setAsked((before) => before + 1);
	};
	const confirm = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const code = formTexts(event.currentTarget).code ?? "";
		await confirming.submit(async () => {
			const { respondentId } = await confirmCode(token, code);
			await onConfirmed(respondentId);
		});
	};

	if (asked === 0) {
		return (
			<div className="grid w-full justify-items-start gap-4">
				<p className="wrap-anywhere">
					We send a code to <b className="font-semibold">{email}</b>, so that no one else can answer for you.
				</p>
				<SubmissionFailure title="No code was sent" state={asking.state} />
				<Button variant="primary" disabled={busy} onClick={() => void ask()}>
					{busy ? "Sending" : "Send me a code"}
				</Button>
			</div>
		);
	}
	return (
		<div className="grid w-full max-w-md gap-3">
			<p role="status" className="wrap-anywhere">
				{asked === 1 ? "A code is on its way to " : "Another code is on its way to "}
				<b className="font-semibold">{email}</b>. It works for {CODE_MINUTES} minutes.
			</p>
			<form
				ref={confirming.form}
				aria-label="Enter the code"
				onInput={confirming.clear}
				onSubmit={(event) => void confirm(event)}
				className="grid gap-5"
			>
				<FormField
					id="respond-code"
					name="code"
					label="Code from the email"
					hint="Six digits."
					inputMode="numeric"
					autoComplete="one-time-code"
					autoCorrect="off"
					spellCheck={false}
					error={confirming.state.status === "failed" ? confirming.state.fields.code : ""}
					readOnly={busy}
					autoFocus
					required
				/>
				<SubmissionFailure title="The code was not accepted" state={confirming.state} />
				<div>
					<Button type="submit" variant="primary" disabled={busy}>
						{confirming.state.status === "submitting" ? "Checking" : "Continue"}
					</Button>
				</div>
			</form>
			<SubmissionFailure title="No other code was sent" state={asking.state} />
			<div>
				<TextButton disabled={busy} onClick={() => void ask()}>
					Send another code
				</TextButton>
			</div>
		</div>
	);
}
