import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { Link } from "#src/lib/workspace/routing/link.tsx";

/** Says what only an account can do, and the way to one that leads back here. */
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
