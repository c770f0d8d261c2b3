import { useQuery } from "@tanstack/react-query";
import type { Me } from "#contract/accounts/accounts.ts";
import { proofQuery } from "#src/lib/session/proof/proof-query.ts";
import { PasswordField } from "#src/ui/fields/password-field.tsx";

type Props = { id: string; me: Me; error: string | undefined; submitting: boolean };

/** The password, as `current`; nothing for someone who signed in without one: the server asks them when it needs to. */
export function OwnerPassword({ id, me, error, submitting }: Props) {
	const way = useQuery(proofQuery).data?.signedInWith;
	if (way === "company" || way === "passkey") return null;
	return (
		<>
			<input type="email" name="username" autoComplete="username" value={me.email} readOnly hidden />
			<PasswordField
				id={id}
				name="current"
				label="Password"
				error={error}
				readOnly={submitting}
				required
				autoComplete="current-password"
			/>
		</>
	);
}

/** What a form with the field sends. */
export const ownerProofOf = ({ current }: Record<string, string>) => (current === undefined ? {} : { current });
