import { type SubmitEvent, useEffect } from "react";
import { useOnline } from "#src/lib/device/use-online.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { browserLock } from "#src/lib/lock/browser-lock.ts";
import { signIn } from "#src/lib/session/sign-in/sign-in.ts";
import { SignInFailure } from "#src/lib/session/sign-in/sign-in-failure.tsx";
import { Button } from "#src/ui/button.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { PasswordField } from "#src/ui/fields/password-field.tsx";

type Props = { email: string; onCancel(): void };

/** Removes the lock for someone who proves their identity with the account's password. */
export function ForgotForm({ email, onCancel }: Props) {
	const { state, form, submit, clear } = useSubmission();
	const online = useOnline();
	const submitting = state.status === "submitting";
	useEffect(() => form.current?.querySelector<HTMLElement>("input:not([hidden])")?.focus(), [form]);
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { password = "", remember } = formTexts(event.currentTarget);
		await submit(async () => {
			await signIn({ email, password }, remember !== undefined);
			await browserLock.remove();
		});
	};
	return (
		<form
			ref={form}
			method="dialog"
			aria-label="Remove the lock"
			onInput={clear}
			onSubmit={onSubmit}
			className="grid gap-5"
		>
			<div className="grid gap-2 text-15">
				<p>Sign in with your account’s password to remove the lock from this device. You can set a new one then.</p>
				<ul className="grid list-disc gap-1 ps-5">
					<li>Requests waiting to be sent stay, and are still sent.</li>
					<li>Previews of encrypted requests are lost.</li>
					<li>Pages kept for reading are deleted. They load again while you are online.</li>
				</ul>
				{!online && <p className="font-medium">This needs a connection, and there is none right now.</p>}
			</div>
			<input type="email" name="email" value={email} readOnly autoComplete="username" hidden />
			<PasswordField
				id="forgot-password"
				name="password"
				label="Password"
				readOnly={submitting}
				required
				autoComplete="current-password"
				enterKeyHint="go"
			/>
			<CheckField id="forgot-remember" name="remember">
				Remember me
			</CheckField>
			<SignInFailure state={state} />
			<div className="flex flex-wrap gap-3">
				<Button type="submit" variant="primary" disabled={submitting || !online}>
					{submitting ? "Signing in" : "Sign in and remove the lock"}
				</Button>
				<Button variant="plain" disabled={submitting} onClick={onCancel}>
					Back
				</Button>
			</div>
		</form>
	);
}
