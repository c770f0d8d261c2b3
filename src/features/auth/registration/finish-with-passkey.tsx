import { type SubmitEvent, useRef } from "react";
import type { EmailConfirmation } from "#contract/accounts/accounts.ts";
import { passkeyList } from "#contract/accounts/passkeys.ts";
import type { ProofGiven } from "#contract/accounts/proof.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { makePasskey } from "#src/lib/passkeys/make-passkey.ts";
import { ResendButton } from "#src/lib/session/email-confirmation/resend-button.tsx";
import { signIn } from "#src/lib/session/sign-in/sign-in.ts";
import { Button } from "#src/ui/button.tsx";
import { CodeField } from "#src/ui/fields/code-field.tsx";

/** The user typed no password, so the error must not say that it is wrong. */
function explain(error: unknown): never {
	if (!(error instanceof ApiFailure && error.code === "invalid_credentials")) throw error;
	throw new ApiFailure("This registration ended, or the address had an account before. Look at the email we sent.", {
		status: 400,
	});
}

type Props = {
	email: string;
	/** Nobody knows this password, and it exists only here. */
	password: string;
	onDone(): void;
};

/** The steps after a registration without a password, each of which is done once: sign in, confirm the address, make a passkey. */
export default function FinishWithPasskey({ email, password, onDone }: Props) {
	const { state, form, submit, clear } = useSubmission();
	const done = useRef({ signedIn: false, confirmed: false });
	useBusyForm(true);
	const submitting = state.status === "submitting";
	const errors = state.status === "failed" ? state.fields : {};

	const finish = async (code: string) => {
		if (!done.current.signedIn) {
			await signIn({ email, password }, false).catch(explain);
			done.current.signedIn = true;
		}
		if (!done.current.confirmed) {
			const body: EmailConfirmation = { email, code };
			await callApi(API_PATHS.confirmEmail, { method: "POST", body, asSession: true });
			done.current.confirmed = true;
		}
		const { nextName } = await callApi(API_PATHS.passkeys, { answer: passkeyList, asSession: true });
		// The code may have arrived long after the sign-in, and nobody could type this password.
		const proof: ProofGiven = { password };
		await callApi(API_PATHS.proof, { method: "POST", body: proof, asSession: true });
		await makePasskey(nextName, { asSession: true });
	};
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { code = "" } = formTexts(event.currentTarget);
		if (await submit(() => finish(code.trim()))) onDone();
	};

	return (
		<form
			ref={form}
			method="dialog"
			aria-label="Create a passkey"
			onInput={clear}
			onSubmit={onSubmit}
			className="grid gap-5"
		>
			<p role="status" className="wrap-anywhere border-ink border-s-4 ps-4 text-15">
				<b className="font-semibold">Check your mailbox.</b> We sent a code to {email}. Enter it here, then create your
				passkey. Keep this page open: if you close it, set a password with “Forgot password?” instead.
			</p>
			<CodeField id="passkey-code" error={errors.code} readOnly={submitting} required enterKeyHint="go" />
			<SubmissionFailure title="There is no passkey yet" state={state} />
			<Button type="submit" variant="primary" wide disabled={submitting}>
				{submitting ? "Creating your passkey" : "Confirm and create a passkey"}
			</Button>
			{done.current.signedIn && !done.current.confirmed && <ResendButton />}
		</form>
	);
}
