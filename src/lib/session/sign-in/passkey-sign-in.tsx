import { useRef } from "react";
import type { PasskeyAssertion } from "#contract/accounts/passkeys.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { usePasskeyOffer } from "#src/lib/passkeys/use-passkey-offer.ts";
import { Button } from "#src/ui/button.tsx";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { signInWithPasskey } from "./sign-in.ts";

type Props = {
	/** True while a password is being sent. */
	disabled: boolean;
	/** Read when the session starts. */
	remember(): boolean;
	/** Called after the session has started. */
	onSignedIn(): void;
};

/** Signs in with a passkey: with the button, or chosen below the email field whose `autocomplete` ends with `webauthn`. */
export function PasskeySignIn({ disabled, remember, onSignedIn }: Props) {
	const { state, submit } = useSubmission();
	const button = useRef<HTMLButtonElement>(null);
	const busy = state.status === "submitting";

	const signIn = async (answer: () => Promise<PasskeyAssertion>) => {
		const isDone = await submit(async () => signInWithPasskey(await answer(), remember()));
		if (isDone) onSignedIn();
		// A button that is disabled while it works loses the focus in some browsers.
		if (isDone === false && document.activeElement === document.body) button.current?.focus();
	};
	usePasskeyOffer(busy || disabled, (assertion) => void signIn(async () => assertion));

	const onClick = () => signIn(async () => (await import("#src/lib/passkeys/passkey-answers.ts")).answerWithPasskey());

	return (
		<>
			{state.status === "failed" && (
				<FailureBox title="Sign in failed">
					<p>{state.trouble.message}</p>
				</FailureBox>
			)}
			<Button ref={button} variant="secondary" wide disabled={busy || disabled} onClick={onClick}>
				{busy ? "Waiting for your passkey" : "Sign in with a passkey"}
			</Button>
		</>
	);
}
