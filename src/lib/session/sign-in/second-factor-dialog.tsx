import { type SubmitEvent, useRef } from "react";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import { CodeField } from "#src/ui/fields/code-field.tsx";
import { askOver, SessionSheet } from "../session-sheet.tsx";

type CodeOutcome = "signed-in" | "left" | "ended";
type Props = {
	/** Sends a code. Rejects with an ApiFailure. */
	send(code: string): Promise<void>;
	/** Called once. `ended`: the password has to be entered again. */
	onAnswer(answer: CodeOutcome): void;
};

function SecondFactorDialog({ send, onAnswer }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const answer = useRef<CodeOutcome>("left");
	const { state, form, submit, clear } = useSubmission();
	const submitting = state.status === "submitting";
	const errors = state.status === "failed" ? state.fields : {};

	const close = (with_: CodeOutcome) => {
		answer.current = with_;
		dialog.current?.close();
	};
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { code = "" } = formTexts(event.currentTarget);
		const isDone = await submit(async () => {
			try {
				await send(code.trim());
			} catch (error) {
				if (error instanceof ApiFailure && error.code === "second_factor_expired") return close("ended");
				throw error;
			}
			close("signed-in");
		});
		if (isDone === false) form.current?.querySelector("input")?.select();
	};

	return (
		<SessionSheet
			id="second-factor-sheet"
			title="Enter a code"
			dialog={dialog}
			onClose={() => onAnswer(answer.current)}
		>
			<p className="mt-2 mb-5 text-15">
				Open your authenticator app and enter the code for this account. Without the app, enter one of your recovery
				codes.
			</p>
			<form ref={form} method="dialog" onInput={clear} onSubmit={onSubmit} className="grid gap-5">
				<CodeField
					id="second-factor-code"
					label="Code"
					hint="Six digits, or a recovery code."
					error={errors.code}
					readOnly={submitting}
					required
					maxLength={64}
					enterKeyHint="go"
				/>
				<SubmissionFailure title="Not signed in yet" state={state} />
				<div className="flex flex-wrap gap-3">
					<Button type="submit" variant="primary" disabled={submitting}>
						{submitting ? "Checking" : "Sign in"}
					</Button>
					<Button variant="secondary" onClick={() => dialog.current?.close()}>
						Cancel
					</Button>
				</div>
			</form>
		</SessionSheet>
	);
}

/** Asks for a code over the current screen until it is right, or the user or the server ends it. */
export const askSecondFactor = (send: Props["send"]): Promise<CodeOutcome> =>
	askOver((onAnswer) => <SecondFactorDialog send={send} onAnswer={onAnswer} />);
