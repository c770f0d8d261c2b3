import { Link, useNavigate } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { AuthLayout } from "./auth-layout.tsx";
import type { LoginNotice } from "./login-notice.ts";
import { RegisterForm } from "./register-form.tsx";
import { useWatch } from "./use-watch.ts";
import { WatchHost } from "./watch-host.tsx";
import { WatchNote } from "./watch-note.tsx";

export const meta = {
	title: `Create your account | ${site.name}`,
	description: `Create an account with ${site.name}: four kinds of security scan, their findings and reports.`,
} as const;

/** Registration. A report's "Watch this host" leads here too: its host comes along, also for an account that is signed in. */
export default function RegisterPage() {
	const navigate = useNavigate();
	const account = useAccount();
	const watch = useWatch();
	const known = watch.step === "known" ? watch : null;
	if (known && account.status === "known") {
		return (
			<AuthLayout heading="Watch this host">
				<WatchHost watch={known} email={account.account.email} />
			</AuthLayout>
		);
	}
	const onRegistered = (email: string) =>
		navigate("/auth/login", {
			state: { after: "registration", email, watches: known !== null } satisfies LoginNotice,
		});
	const signIn: LoginNotice | null =
		"report" in watch ? { after: "watch", email: "", report: watch.report, host: known?.host ?? null } : null;
	return (
		<AuthLayout heading="Create your account">
			<WatchNote watch={watch} />
			<RegisterForm watch={known} onRegistered={onRegistered} />
			<p className="mt-6 text-15">
				Already have an account?{" "}
				<Link to="/auth/login" state={signIn}>
					Sign in
				</Link>
			</p>
		</AuthLayout>
	);
}
