import { useLayoutEffect } from "react";
import { readAccount } from "#src/lib/account/account.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { loginPath } from "./login-path.ts";
import { useMe } from "./use-me.ts";

/** Keeps the mark of public/before-paint.js on <html> up to date: the stylesheet hides what doesn't apply to this device's account. */
function useMarkedDocument(): void {
	// Read the account itself: the first render assumes a device without one.
	const state = useAccount();
	useLayoutEffect(() => {
		void state;
		if (readAccount().status === "unknown") delete document.documentElement.dataset.account;
		else document.documentElement.dataset.account = "";
	}, [state]);
}

/** Screens without samples: they show this device's own data. Settings has one per group. */
const isOwnScreen = (path: string): boolean =>
	path === "/dashboard/outbox" || /^\/dashboard\/settings(\/|$)/.test(path);

/** Screens with neither samples nor data from this device: each one says itself that you need to sign in. */
const asksForSession = (path: string): boolean => /^\/dashboard\/(operator|evidence)(\/|$)/.test(path);

/** Says above every dashboard screen whose data it shows, if not the signed-in account's. */
export function SessionNotice({ path }: { path: string }) {
	const state = useAccount();
	useMe();
	useMarkedDocument();
	if (state.status === "known" && !state.locked) return null;
	if (state.status === "unknown" && asksForSession(path)) return null;
	return (
		<section
			aria-label="Whose data this is"
			className={`border-line border-b bg-raised print:hidden ${state.status === "unknown" ? "in-data-account:hidden" : ""}`}
		>
			<p className="frame block py-2 text-15">
				{state.status === "unknown" && isOwnScreen(path) && (
					<>
						<b className="font-semibold">You are not signed in.</b> What is here belongs to this device.{" "}
						<Link to={loginPath(path)}>Sign in</Link> to see your account.
					</>
				)}
				{state.status === "unknown" && !isOwnScreen(path) && (
					<>
						<b className="font-semibold">Samples.</b> You are not signed in, so this is sample data. Only requests in
						the outbox are real. <Link to={loginPath(path)}>Sign in</Link> to see your own.
					</>
				)}
				{state.status === "known" && (
					<>
						<b className="font-semibold">Your session has ended.</b> Nothing is lost, and waiting requests stay in the
						outbox. <Link to={loginPath(path)}>Sign in again as {state.account.email}</Link>
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
