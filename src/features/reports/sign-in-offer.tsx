import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { Link } from "#src/lib/workspace/routing/link.tsx";

/** Explains what needs an account, with a link to get one that leads back here. */
export function SignInOffer({ children }: { children: ReactNode }) {
	const { pathname } = useLocation();
	return (
		<p className="text-15">
			{children}{" "}
			<Link to={`/auth/login?next=${encodeURIComponent(pathname)}`} className="whitespace-nowrap">
				Sign in
			</Link>
		</p>
	);
}
