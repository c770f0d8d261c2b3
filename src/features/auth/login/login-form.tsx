import type { SubmitEvent } from "react";
import { Link } from "react-router-dom";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { PasskeySignIn } from "#src/lib/session/sign-in/passkey-sign-in.tsx";
import { signIn } from "#src/lib/session/sign-in/sign-in.ts";
import { SignInFailure } from "#src/lib/session/sign-in/sign-in-failure.tsx";
import { Button } from "#src/ui/button.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { PasswordField } from "#src/ui/fields/password-field.tsx";

type Props = {
	/** Prefilled. */
	email: string;
	onSignedIn(): void;
};

export function LoginForm({ email, onSignedIn }: Props) {
	const { state, form, submit, clear } = useSubmission();
	const submitting = state.status === "submitting";

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { email = "", password = "", remember } = formTexts(event.currentTarget);
		if (await submit(() => signIn({ email: email.trim(), password }, remember !== undefined))) onSignedIn();
	};

	const remember = () => form.current !== null && new FormData(form.current).has("remember");

	return (
		// `dialog`: if submitted before this page is hydrated, it sends nothing; `get` would put the password into the URL.
		<form ref={form} method="dialog" aria-label="Sign in" onSubmit={onSubmit} className="grid gap-5">
			<FormField
				id="login-email"
				name="email"
				type="email"
				label="Email"
				defaultValue={email}
				onInput={clear}
				readOnly={submitting}
				required
				maxLength={254}
				// The browser lists passkeys below it.
				autoComplete="username webauthn"
				autoCapitalize="none"
				autoCorrect="off"
				spellCheck={false}
			/>
			<PasswordField
				id="login-password"
				name="password"
				label="Password"
				onInput={clear}
				readOnly={submitting}
				required
				autoComplete="current-password"
				enterKeyHint="go"
			/>
			<div className="flex flex-wrap items-center justify-between gap-x-6">
				<CheckField id="login-remember" name="remember">
					Remember me
				</CheckField>
				<Link to="/forgot-password" className="inline-flex min-h-11 items-center text-15">
					Forgot password?
				</Link>
			</div>
			<SignInFailure state={state} />
			<Button type="submit" variant="primary" wide disabled={submitting}>
				{submitting ? "Signing in" : "Sign in"}
			</Button>
			<PasskeySignIn disabled={submitting} remember={remember} onSignedIn={onSignedIn} />
			<noscript>
				<p className="text-15">Signing in needs JavaScript.</p>
			</noscript>
		</form>
	);
}
