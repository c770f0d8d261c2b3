import type { SubmitEvent } from "react";
import type { EmailConfirmation } from "#contract/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/api.ts";
import { formTexts } from "#src/lib/form-values.ts";
import { Button } from "#src/ui/button.tsx";
import { CodeField } from "#src/ui/code-field.tsx";
import { FormField } from "#src/ui/form-field.tsx";
import { SubmissionFailure } from "#src/ui/submission-failure.tsx";
import { useSubmission } from "#src/ui/use-submission.ts";
import type { CodeLink } from "./code-link.ts";

type Props = {
	/** What is filled in already. */
	link: CodeLink;
	onConfirmed(email: string): void;
};

/** The address and the code that shows whose it is. Works in any browser, signed in or not. */
export function ConfirmForm({ link, onConfirmed }: Props) {
	const { state, form, submit, clear } = useSubmission();
	const submitting = state.status === "submitting";
	const errors = state.status === "failed" ? state.fields : {};

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { email = "", code = "" } = formTexts(event.currentTarget);
		const body: EmailConfirmation = { email: email.trim(), code: code.trim() };
		if (await submit(() => callApi(API_PATHS.confirmEmail, { method: "POST", body }))) onConfirmed(body.email);
	};

	return (
		<form
			ref={form}
			method="dialog"
			aria-label="Confirm your address"
			onInput={clear}
			onSubmit={onSubmit}
			className="grid gap-5"
		>
			<FormField
				id="confirm-email"
				name="email"
				type="email"
				label="Email"
				defaultValue={link.email}
				error={errors.email}
				readOnly={submitting}
				required
				autoComplete="email"
				autoCapitalize="none"
				autoCorrect="off"
				spellCheck={false}
			/>
			<CodeField id="confirm-code" defaultValue={link.code} error={errors.code} readOnly={submitting} required />
			<SubmissionFailure title="The address was not confirmed" state={state} />
			<Button type="submit" variant="primary" wide disabled={submitting}>
				{submitting ? "Confirming" : "Confirm the address"}
			</Button>
			<noscript>
				<p className="text-15">Confirming needs JavaScript.</p>
			</noscript>
		</form>
	);
}
