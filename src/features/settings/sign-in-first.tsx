import { Link } from "react-router-dom";
import { useAccount } from "#src/lib/account/use-account.ts";
import { Notice } from "#src/ui/page/notice.tsx";
import { useOwnPath } from "#src/ui/page/use-own-path.ts";

/** In place of an account's settings, on a device that knows no account. */
export function SignInFirst() {
	const { status } = useAccount();
	const path = useOwnPath();
	if (status === "known") return null;
	return (
		<div className={status === "unknown" ? "in-data-account:hidden" : ""}>
			<Notice>
				<p>
					<Link to={`/auth/login?next=${path}`}>Sign in</Link> to see and change the settings of your account.
				</p>
			</Notice>
		</div>
	);
}
