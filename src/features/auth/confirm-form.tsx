import { type SubmitEvent, useState } from "react";
import type { EmailConfirmation } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { callApi } from "#src/lib/data/api.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { signIn } from "#src/lib/session/sign-in/sign-in.ts";
import { Button } from "#src/ui/button.tsx";
import { CodeField } from "#src/ui/fields/code-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { PasswordField } from "#src/ui/fields/password-field.tsx";
import type { CodeLink } from "./code-link.ts";

type Props = {
	/** Prefilled values. */
	link: CodeLink;
	onConfirmed(email: string): void;
};

/**
 * The address and the code that verifies it. The code belongs to one account, so the button also signs the reader in if they
 * are not: a code alone would also confirm the account of a stranger who registered the address first.
 */
export function ConfirmForm({ link, onConfirmed }: Props) {
	const account = useAccount();
	const [asAnother, setAsAnother] = useState(false);
	const { state, form, submit, clear } = useSubmission();
	const submitting = state.status === "submitting";
	const errors = state.status === "failed" ? state.fields : {};
	const signsIn = account.status !== "known" || asAnother;

	const confirm = async ({ email = "", login = email, password = "", code = "" }: Record<string, string>) => {
		const body: EmailConfirmation = { email: email.trim(), code: code.trim() };
		if (signsIn) {
			await signIn({ email: login.trim(), password }, false);
			setAsAnother(false);
		}
		try {
			await callApi(API_PATHS.confirmEmail, { method: "POST", body, ...(signsIn && { asSession: true }) });
		} catch (error) {
			if (error instanceof ApiFailure && error.status === 401) setAsAnother(true);
			throw error;
		}
		onConfirmed(body.email);
	};

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const texts = formTexts(event.currentTarget);
		await submit(() => confirm(texts));
	};

	const address = {
		type: "email",
		readOnly: submitting,
		required: true,
		autoCapitalize: "none",
		autoCorrect: "off",
		spellCheck: false,
	} as const;

	return (
		// `dialog`: if submitted before this page is hydrated, it sends nothing; `get` would put the password into the URL.
		<form
			ref={form}
			method="dialog"
			aria-label="Confirm your address"
			onInput={clear}
			onSubmit={onSubmit}
			className="grid gap-5"
		>
			<FormField
				{...address}
				id="confirm-email"
				name="email"
				label={link.isChange ? "New email" : "Email"}
				defaultValue={link.email}
				error={errors.email}
				autoComplete={link.isChange ? "off" : "username"}
			/>
			<CodeField id="confirm-code" defaultValue={link.code} error={errors.code} readOnly={submitting} required />
			{signsIn && link.isChange && (
				<FormField
					{...address}
					id="confirm-login"
					name="login"
					label="Email you sign in with"
					autoComplete="username"
				/>
			)}
			{signsIn && (
				<PasswordField
					id="confirm-password"
					name="password"
					label="Password"
					hint="The one you chose for this account. It signs you in."
					readOnly={submitting}
					required
					autoComplete="current-password"
				/>
			)}
			{account.status === "known" && !asAnother && (
				<div>
					<p className="wrap-anywhere text-15">
						You are signed in as <b className="font-semibold">{account.account.email}</b>.
					</p>
					<Button variant="plain" onClick={() => setAsAnother(true)}>
						Use another account
					</Button>
				</div>
			)}
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
