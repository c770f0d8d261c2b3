import type { ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { usePrerendered } from "#src/ui/hooks/use-prerendered.ts";
import { AuthLayout } from "./auth-layout.tsx";
import { BackFromCompany } from "./login/back-from-company.tsx";
import { companyFailure, isBackFromCompany } from "./login/company-failures.ts";
import { CompanyForm } from "./login/company-form.tsx";
import { LoginForm } from "./login/login-form.tsx";
import { type LoginNotice, readNotice } from "./login-notice.ts";
import { nextPath, watchPath } from "./next-path.ts";

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
	// The history outlives a reload, and the prerendered page does not have it.
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
