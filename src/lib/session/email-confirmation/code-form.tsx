import { type SubmitEvent, useState } from "react";
import type { EmailConfirmation } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import { CodeField } from "#src/ui/fields/code-field.tsx";
import type { WithSession } from "../sign-in/use-sign-in-again.tsx";
import { ResendButton } from "./resend-button.tsx";

type Props = {
	/** The field's id. */
	id: string;
	/** The address to confirm. */
	email: string;
	/** The button's label. */
	label: string;
	withSession: WithSession;
	onConfirmed(): unknown;
};

/** Takes the code that was sent to an address of the signed-in account. */
export function CodeForm({ id, email, label, withSession, onConfirmed }: Props) {
	const { state, form, submit, clear } = useSubmission();
	const [touched, setTouched] = useState(false);
	useBusyForm(touched);
	const submitting = state.status === "submitting";
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const body: EmailConfirmation = { email, code: (formTexts(event.currentTarget).code ?? "").trim() };
		const confirm = () => withSession(() => callApi(API_PATHS.confirmEmail, { method: "POST", body }));
		if (!(await submit(confirm))) return;
		setTouched(false);
		await onConfirmed();
	};
	return (
		<div>
			<form
				ref={form}
				method="dialog"
				aria-label="Confirm the address"
				onInput={() => {
					setTouched(true);
					clear();
				}}
				onSubmit={onSubmit}
				className="grid gap-5"
			>
				<CodeField id={id} error={state.status === "failed" ? state.fields.code : ""} readOnly={submitting} required />
				<SubmissionFailure title="The address was not confirmed" state={state} />
				<div>
					<Button type="submit" variant="primary" disabled={submitting}>
						{submitting ? "Confirming" : label}
					</Button>
				</div>
			</form>
			<ResendButton withSession={withSession} />
		</div>
	);
}
