import { PASSWORD_MIN } from "#contract/accounts/accounts.ts";
import { PasswordField } from "#src/ui/fields/password-field.tsx";
import { PasswordStrength } from "./password-meter.tsx";

type Props = {
	id: string;
	/** What is typed so far, for its strength. */
	password: string;
	error: string | undefined;
	readOnly: boolean;
};

/** A new password with its rule and its strength. */
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
