import type { SubmitEvent } from "react";
import type { EmailConfirmation } from "#contract/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { ResendButton } from "#src/lib/session/resend-button.tsx";
import type { WithSession } from "#src/lib/session/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { CodeField } from "#src/ui/fields/code-field.tsx";

type Props = {
	/** The signed-in account's address. */
	email: string;
	withSession: WithSession;
	onConfirmed(): void;
};

/** An invitation is for an address, so the account first has to show that the address is its own. */
export function ConfirmAddress({ email, withSession, onConfirmed }: Props) {
	const { state, form, submit, clear } = useSubmission();
	const submitting = state.status === "submitting";
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const body: EmailConfirmation = { email, code: (formTexts(event.currentTarget).code ?? "").trim() };
		const confirm = () => withSession(() => callApi(API_PATHS.confirmEmail, { method: "POST", body }));
		if (await submit(confirm)) onConfirmed();
	};
	return (
		<div className="grid w-full max-w-md gap-4">
			<p className="wrap-anywhere">
				First confirm <b className="font-semibold">{email}</b>: we sent it a code when you created your account.
			</p>
			<form
				ref={form}
				method="dialog"
				aria-label="Confirm your address"
				onInput={clear}
				onSubmit={onSubmit}
				className="grid gap-5"
			>
				<CodeField
					id="invitation-code"
					error={state.status === "failed" ? state.fields.code : ""}
					readOnly={submitting}
					required
				/>
				<SubmissionFailure title="The address was not confirmed" state={state} />
				<Button type="submit" variant="primary" wide disabled={submitting}>
					{submitting ? "Confirming" : "Confirm and accept"}
				</Button>
			</form>
			<ResendButton withSession={withSession} />
		</div>
	);
}
