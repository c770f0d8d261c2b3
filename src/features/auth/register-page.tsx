import { lazy, Suspense, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { usePrerendered } from "#src/ui/hooks/use-prerendered.ts";
import { AuthLayout } from "./auth-layout.tsx";
import { type LoginNotice, readNotice } from "./login-notice.ts";
import { nextPath } from "./next-path.ts";
import { RegisterForm } from "./registration/register-form.tsx";
import { useWatch } from "./watch/use-watch.ts";
import { WatchHost } from "./watch/watch-host.tsx";
import { WatchNote } from "./watch/watch-note.tsx";

const FinishWithPasskey = lazy(() => import("./registration/finish-with-passkey.tsx"));

export const meta = {
	title: `Create your account | ${site.name}`,
	description: `Create an account with ${site.name}: four kinds of security scan, their findings and reports.`,
} as const;

/** Keeps where the next sign-in leads. A report's token is left out: it travels in the history state. */
function nextOf(search: string): string {
	const next = new URLSearchParams(search).get("next");
	return next === null ? "" : `?${new URLSearchParams({ next })}`;
}

/** The invitation that led here, if any. */
function invitationOf(state: unknown) {
	const notice = readNotice(state);
	return notice?.after === "invitation" ? notice : null;
}

/** Registration. A report's "Watch this host" leads here too: it carries the host along, also for a signed-in account. */
export default function RegisterPage() {
	const navigate = useNavigate();
	const account = useAccount();
	const watch = useWatch();
	const { state, search } = useLocation();
	const prerendered = usePrerendered();
	/** A registration that will get a passkey. Its password exists only here. */
	const [unfinished, setUnfinished] = useState<{ email: string; password: string } | null>(null);
	const invited = prerendered ? null : invitationOf(state);
	const loginPath = `/auth/login${prerendered ? "" : nextOf(search)}`;
	const known = watch.step === "known" ? watch : null;
	if (unfinished) {
		return (
			<AuthLayout heading="Create your passkey">
				<Suspense>
					<FinishWithPasskey {...unfinished} onDone={() => navigate(nextPath(search), { replace: true })} />
				</Suspense>
			</AuthLayout>
		);
	}
	if (known && account.status === "known") {
		return (
			<AuthLayout heading="Watch this host">
				<WatchHost watch={known} email={account.account.email} />
			</AuthLayout>
		);
	}
	const onRegistered = (email: string, password: string | null) => {
		if (password !== null) return setUnfinished({ email, password });
		return navigate(loginPath, {
			state: { after: "registration", email, watches: known !== null } satisfies LoginNotice,
		});
	};
	const signIn: LoginNotice | null =
		"report" in watch ? { after: "watch", email: "", report: watch.report, host: known?.host ?? null } : invited;
	return (
		<AuthLayout heading="Create your account">
			<WatchNote watch={watch} />
			{invited && (
				<p role="status" className="mb-6 wrap-anywhere border-ink border-s-4 ps-4 text-15">
					Create an account with the address that the invitation to <b className="font-semibold">{invited.workspace}</b>{" "}
					was sent to.
				</p>
			)}
			<RegisterForm key={invited?.email} email={invited?.email ?? ""} watch={known} onRegistered={onRegistered} />
			<p className="mt-6 text-15">
				Already have an account?{" "}
				<Link to={loginPath} state={signIn}>
					Sign in
				</Link>
			</p>
		</AuthLayout>
	);
}
