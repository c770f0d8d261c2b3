import { type SubmitEvent, useLayoutEffect, useRef } from "react";
import { readAccount } from "#src/lib/account/account.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { PasswordField } from "#src/ui/fields/password-field.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { signIn } from "./sign-in.ts";
import { SignInFailure } from "./sign-in-failure.tsx";

type Props = {
	/** Called once, with whether the user signed in or closed this. */
	onAnswer(signedIn: boolean): void;
};

/** Asks for the password when a session has ended during work. The screen behind it stays as it is. */
export function SignInAgain({ onAnswer }: Props) {
	const account = useAccount();
	const email = account.status === "known" ? account.account.email : "";
	const dialog = useRef<HTMLDialogElement>(null);
	const signedIn = useRef(false);
	const { state, form, submit, clear } = useSubmission();
	const submitting = state.status === "submitting";

	useLayoutEffect(() => {
		dialog.current?.showModal();
		// The email is already filled in.
		dialog.current?.querySelector<HTMLElement>("input:not([readonly])")?.focus();
	}, []);

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { email = "", password = "", remember } = formTexts(event.currentTarget);
		if (!(await submit(() => signIn({ email: email.trim(), password }, remember !== undefined)))) return;
		signedIn.current = true;
		dialog.current?.close();
	};

	const remember = () => form.current !== null && new FormData(form.current).has("remember");
	/** The typed content belongs to this account: it is not sent with another account’s passkey. */
	const onPasskey = () => {
		const now = readAccount();
		signedIn.current = email === "" || (now.status === "known" && now.account.email === email);
		dialog.current?.close();
	};

	return (
		<dialog
			ref={dialog}
			aria-labelledby="sign-in-again"
			onClose={() => onAnswer(signedIn.current)}
			className="mx-auto mt-auto mb-0 w-full max-w-md overscroll-contain rounded-t-card border border-line-strong bg-raised p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] text-ink shadow-float backdrop:bg-ink/40 open:arrive md:my-auto md:rounded-card md:p-8"
		>
			<h2 id="sign-in-again" className="font-semibold text-20">
				Sign in again
			</h2>
			<p className="mt-2 mb-5 text-15">
				Your session has ended. What you typed is still here and will be sent when you sign in.
			</p>
			<form ref={form} method="dialog" onInput={clear} onSubmit={onSubmit} className="grid gap-5">
				<FormField
					id="again-email"
					name="email"
					type="email"
					label="Email"
					defaultValue={email}
					readOnly={submitting || email !== ""}
					required
					autoComplete="username webauthn"
				/>
				<PasswordField
					id="again-password"
					name="password"
					label="Password"
					readOnly={submitting}
					required
					autoComplete="current-password"
					enterKeyHint="go"
				/>
				<CheckField id="again-remember" name="remember">
					Remember me
				</CheckField>
				<SignInFailure state={state} />
				<div className="flex flex-wrap gap-3">
					<Button type="submit" variant="primary" disabled={submitting}>
						{submitting ? "Signing in" : "Sign in and continue"}
					</Button>
					<Button variant="secondary" onClick={() => dialog.current?.close()}>
						Not now
					</Button>
				</div>
				<PasskeySignIn disabled={submitting} remember={remember} onSignedIn={onPasskey} />
			</form>
		</dialog>
	);
}
