import { type ReactNode, useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { SIGN_ON_FAILURES, type SignOnFailure } from "#contract/sign-on/sign-on.ts";
import { site } from "#src/config/site.ts";
import { takeOverSession } from "#src/lib/session/sign-in/sign-in.ts";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { usePrerendered } from "#src/ui/hooks/use-prerendered.ts";
import { AuthLayout } from "./auth-layout.tsx";
import { CompanyForm } from "./login/company-form.tsx";
import { LoginForm } from "./login/login-form.tsx";
import { type LoginNotice, readNotice } from "./login-notice.ts";
import { nextPath, watchPath } from "./next-path.ts";

/** What happened, and what to do next. Nothing was changed in any of these cases. */
const FAILURE_TEXTS: Record<SignOnFailure, string> = {
	expired: "This sign-in took too long, was used already, or began in another browser. Please start again.",
	refused: "Your company’s sign-in page did not confirm who you are. Please try again, or ask your company’s IT team.",
	unavailable:
		"Your company’s sign-in page can’t be reached right now. Please try again in a few minutes. Owners can sign in with their password.",
	no_email: "Your company’s sign-in page did not send an email address. Please ask your company’s IT team.",
	unstated_email:
		"Your company’s sign-in page did not say whether your email address is verified. Please ask your company’s IT team: it has to send the claim “email_verified”.",
	unverified_email:
		"Your company’s sign-in page says that your email address is not verified. Please ask your company’s IT team.",
	other_domain:
		"Your address is not in a domain that this workspace has verified. Please ask an owner of the workspace.",
	no_role: "Your company account has no role in this workspace. Please ask an owner of the workspace.",
	ended: "Your membership of this workspace has ended. Please ask an owner of the workspace.",
};

/** Why a sign-in through a company failed, from the login page’s address; null if none did. */
function companyFailure(search: string): string | null {
	const company = new URLSearchParams(search).get("company");
	const failure = SIGN_ON_FAILURES.find((one) => one === company);
	return failure === undefined ? null : FAILURE_TEXTS[failure];
}

/** Whether the company’s sign-in page has just sent someone back with a session. */
const isBackFromCompany = (search: string): boolean => new URLSearchParams(search).get("company") === "done";

/** Takes over the new session on this device. */
function BackFromCompany({ onSignedIn }: { onSignedIn(): void }) {
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
	useEffect(() => {
		let current = true;
		void takeOverSession().then(() => current && onSignedIn());
		return () => {
			current = false;
		};
	}, []);
	return (
		<p role="status" className="text-17">
			Signing you in.
		</p>
	);
}

export const meta = {
	title: `Sign in | ${site.name}`,
	description: `Sign in to ${site.name}: run security scans, see what they found, and work without a connection.`,
	indexable: false,
} as const;

function textOf(notice: LoginNotice): ReactNode {
	switch (notice.after) {
		case "registration":
			return (
				<>
					<b className="font-semibold">Check your mailbox.</b> We sent a code to {notice.email}. You can sign in now and
					confirm later.
					{notice.watches && " Once you confirm, free scans that were sent to this address are in your account."}
				</>
			);
		case "new-password":
			return (
				<>
					<b className="font-semibold">Your new password is set.</b> All devices are signed out. Sign in with the new
					password.
				</>
			);
		case "watch":
			return (
				<>Sign in to watch {notice.host === null ? "the host" : <b className="font-semibold">{notice.host}</b>}.</>
			);
		case "invitation":
			return (
				<>
					Sign in to join <b className="font-semibold">{notice.workspace}</b>.
				</>
			);
		case "company-sign-out":
			return (
				<>
					<b className="font-semibold">You are signed out here.</b> This browser may still be signed in at your company.{" "}
					<a href={notice.page} className="inline-flex min-h-11 items-center">
						Sign out at your company
					</a>
				</>
			);
	}
}

const Notice = ({ notice }: { notice: LoginNotice }) => (
	<p role="status" className="mb-6 wrap-anywhere border-ink border-s-4 ps-4 text-15">
		{textOf(notice)}
	</p>
);

export default function LoginPage() {
	const { state, search } = useLocation();
	const navigate = useNavigate();
	// The history state survives a reload, and the prerendered page does not have it.
	const prerendered = usePrerendered();
	const notice = prerendered ? null : readNotice(state);
	const next = notice?.after === "watch" ? watchPath(notice.report) : nextPath(search);
	if (!prerendered && isBackFromCompany(search)) {
		return (
			<AuthLayout heading="Sign in">
				<BackFromCompany onSignedIn={() => navigate(next, { replace: true })} />
			</AuthLayout>
		);
	}
	const failure = prerendered ? null : companyFailure(search);
	return (
		<AuthLayout heading="Sign in">
			{failure !== null && (
				<div className="mb-6">
					<FailureBox title="Not signed in">
						<p>{failure}</p>
					</FailureBox>
				</div>
			)}
			{notice && <Notice notice={notice} />}
			<LoginForm
				email={notice && "email" in notice ? notice.email : ""}
				onSignedIn={() => navigate(next, { replace: true })}
			/>
			<CompanyForm next={next} />
			<p className="mt-6 text-15">
				No account yet?{" "}
				<Link to={`/auth/register${prerendered ? "" : search}`} state={state}>
					Sign up
				</Link>
			</p>
		</AuthLayout>
	);
}
