import { useLayoutEffect } from "react";
import { Link } from "react-router-dom";
import { readAccount } from "#src/lib/account/account.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { loginPath } from "./login-path.ts";
import { useMe } from "./use-me.ts";

/** On <html> as public/before-paint.js put it there: the stylesheet hides what is not for this device's account. */
function useMarkedDocument(): void {
	// Every change, and what the device really knows: the first render is made for a device that knows nobody.
	const state = useAccount();
	useLayoutEffect(() => {
		void state;
		if (readAccount().status === "unknown") delete document.documentElement.dataset.account;
		else document.documentElement.dataset.account = "";
	}, [state]);
}

/** Says, above every screen of the dashboard, whose data it shows where that is not plain. */
export function SessionNotice({ path }: { path: string }) {
	const state = useAccount();
	useMe();
	useMarkedDocument();
	if (state.status === "known" && !state.locked) return null;
	return (
		<section
			aria-label="Whose data this is"
			className={`border-line border-b bg-raised print:hidden ${state.status === "unknown" ? "in-data-account:hidden" : ""}`}
		>
			<p className="frame block py-2 text-15">
				{state.status === "unknown" && (
					<>
						<b className="font-semibold">Samples.</b> You are not signed in, so this is made up.{" "}
						<Link to={loginPath(path)}>Sign in</Link> to see your own.
					</>
				)}
				{state.status === "known" && (
					<>
						<b className="font-semibold">Your session has ended.</b> Nothing is lost, and what waits in the outbox stays
						there. <Link to={loginPath(path)}>Sign in again as {state.account.email}</Link>
					</>
				)}
				{state.status === "signed-out" && (
					<>
						<b className="font-semibold">You are signed out on this device.</b> The session itself ends as soon as there
						is a connection. <Link to={loginPath(path)}>Sign in</Link>
					</>
				)}
			</p>
		</section>
	);
}
