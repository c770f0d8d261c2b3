import { useState } from "react";
import type { OwnerProof } from "#contract/passkeys.ts";
import { PasswordField } from "#src/ui/fields/password-field.tsx";

type Props = { email: string; error: string | undefined; submitting: boolean };

/** The password, once the server has asked for it: soon after signing in it does not. */
export function ProofField({ email, error, submitting }: Props) {
	// It stays when typing removes the error.
	const [isAsked, setAsked] = useState(false);
	if (error !== undefined && !isAsked) setAsked(true);
	if (!isAsked) return null;
	return (
		<>
			<input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
			<PasswordField
				id="passkey-current"
				name="current"
				label="Password"
				error={error}
				readOnly={submitting}
				required
				autoFocus
				autoComplete="current-password"
			/>
			<p className="text-13 text-quiet">
				No password? Sign out, sign in with your passkey, and do this within 10 minutes.
			</p>
		</>
	);
}

/** What a form with the field sends. */
export const proofOf = ({ current }: Record<string, string>): OwnerProof => (current === undefined ? {} : { current });
