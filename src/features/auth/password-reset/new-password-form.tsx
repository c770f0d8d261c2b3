import { type FormEvent, type SubmitEvent, useEffect, useState } from "react";
import type { PasswordReset } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { NewPasswordField } from "#src/lib/account/new-password-field.tsx";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import { CodeField } from "#src/ui/fields/code-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";

type Props = {
	email: string;
	code: string;
	/** Whether a code was requested a moment ago. */
	asked: boolean;
	onAgain(): void;
	onDone(email: string): void;
};

/** Second step: the code from the email and the new password. An error keeps what was typed. */
export function NewPasswordForm({ email, code, asked, onAgain, onDone }: Props) {
	const { state, form, submit, clear } = useSubmission();
	const [password, setPassword] = useState("");
	const submitting = state.status === "submitting";
	const errors = state.status === "failed" ? state.fields : {};
	useBusyForm(true);

	useEffect(() => {
		if (asked) form.current?.querySelector<HTMLElement>("[name=code]")?.focus();
	}, [asked, form]);

	const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
		clear();
		if (target instanceof HTMLInputElement && target.name === "password") setPassword(target.value);
	};

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { email = "", code = "", password = "" } = formTexts(event.currentTarget);
		const body: PasswordReset = { email: email.trim(), code: code.trim(), password };
		if (await submit(() => callApi(API_PATHS.resetPassword, { method: "POST", body }))) onDone(body.email);
	};

	return (
		<>
			{asked && (
				<p role="status">
					If <b className="wrap-anywhere font-semibold">{email}</b> belongs to an account, an email with a code is on
					its way, or already in the mailbox. A code works for 30 minutes. During that time we do not send another one.
				</p>
			)}
			<form
				ref={form}
				method="dialog"
				aria-label="Set a new password"
				onInput={onInput}
				onSubmit={onSubmit}
				className="grid w-full max-w-md gap-5"
			>
				<FormField
					id="reset-email"
					name="email"
					type="email"
					label="Email"
					defaultValue={email}
					error={errors.email}
					readOnly={submitting}
					required
					autoComplete="username"
					autoCapitalize="none"
					autoCorrect="off"
					spellCheck={false}
				/>
				<CodeField id="reset-code" defaultValue={code} error={errors.code} readOnly={submitting} required />
				<NewPasswordField id="reset-password" password={password} error={errors.password} readOnly={submitting} />
				<SubmissionFailure title="The password was not changed" state={state} />
				<Button type="submit" variant="primary" wide disabled={submitting}>
					{submitting ? "Setting the password" : "Set the password"}
				</Button>
				<p className="text-15 text-quiet">A new password signs you out everywhere.</p>
			</form>
			<Button variant="plain" onClick={onAgain}>
				Ask for another code
			</Button>
		</>
	);
}
