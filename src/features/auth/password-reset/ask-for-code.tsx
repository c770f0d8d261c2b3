import type { SubmitEvent } from "react";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";

type Props = {
	email: string;
	/** The server has accepted the request; it does not say whether the address has an account. */
	onAsked(email: string): void;
	onHasCode(): void;
};

/** First step: the address for the code. */
export function AskForCode({ email, onAsked, onHasCode }: Props) {
	const { state, form, submit, clear } = useSubmission();
	const submitting = state.status === "submitting";

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const address = (formTexts(event.currentTarget).email ?? "").trim();
		const ask = () => callApi(API_PATHS.forgotPassword, { method: "POST", body: { email: address } });
		if (await submit(ask)) onAsked(address);
	};

	return (
		<>
			<p>Enter the email address of your account. If there is one, we send it a code for a new password.</p>
			<form
				ref={form}
				method="dialog"
				aria-label="Ask for a code"
				onInput={clear}
				onSubmit={onSubmit}
				className="grid w-full max-w-md gap-5"
			>
				<FormField
					id="forgot-email"
					name="email"
					type="email"
					label="Email"
					defaultValue={email}
					error={state.status === "failed" ? state.fields.email : ""}
					readOnly={submitting}
					required
					maxLength={254}
					autoComplete="username"
					autoCapitalize="none"
					autoCorrect="off"
					spellCheck={false}
				/>
				<SubmissionFailure title="No code was sent" state={state} />
				<Button type="submit" variant="primary" wide disabled={submitting}>
					{submitting ? "Sending" : "Send the code"}
				</Button>
			</form>
			<Button variant="plain" onClick={onHasCode}>
				I already have a code
			</Button>
		</>
	);
}
