import { Link } from "react-router-dom";
import { useAccount } from "#src/lib/account/use-account.ts";
import { ResendButton } from "#src/lib/session/resend-button.tsx";

/** Sends another code to the signed-in account's address. */
export function ResendCode() {
	const { status } = useAccount();
	return (
		<div className="mt-8 text-15">
			{status === "known" ? (
				<ResendButton />
			) : (
				<p>
					No code, or an old one? <Link to="/auth/login?next=/dashboard/settings">Sign in</Link> and ask for another in
					the settings.
				</p>
			)}
		</div>
	);
}
