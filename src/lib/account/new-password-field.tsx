import { PASSWORD_MIN } from "#contract/accounts/accounts.ts";
import { PasswordField } from "#src/ui/fields/password-field.tsx";
import { PasswordStrength } from "./password-meter.tsx";

type Props = {
	id: string;
	/** The text typed so far, for the strength meter. */
	password: string;
	error: string | undefined;
	readOnly: boolean;
};

/** A field for a new password, with its rule and a strength meter. */
export function NewPasswordField({ id, password, error, readOnly }: Props) {
	return (
		<div className="grid gap-2">
			<PasswordField
				id={id}
				name="password"
				label="New password"
				hint={`At least ${PASSWORD_MIN} characters.`}
				error={error}
				readOnly={readOnly}
				required
				minLength={PASSWORD_MIN}
				autoComplete="new-password"
			/>
			<PasswordStrength password={password} />
		</div>
	);
}
