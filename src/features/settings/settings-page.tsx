import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { Me } from "#contract/accounts.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { meQuery } from "#src/lib/session/me-query.ts";
import { SignInAgain } from "#src/lib/session/sign-in-again.tsx";
import { signOut } from "#src/lib/session/sign-out.ts";
import { useSignInAgain } from "#src/lib/session/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { AboutSection } from "./about-section.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { DeleteSection } from "./delete-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { InstallSection } from "./install-section.tsx";
import { MyDataSection } from "./my-data-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { ScheduleMailSection } from "./schedule-mail-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { StorageSection } from "./storage-section.tsx";

export const meta = {
	title: `Settings | ${site.name}`,
	description: "Your profile, address, password and sessions.",
	indexable: false,
} as const;

function AccountSettings({ me }: { me: Me }) {
	const { withSession, dialog } = useSignInAgain();
	const navigate = useNavigate();
	const leave = async (path: string) => {
		await signOut();
		navigate(path);
	};
	return (
		<>
			<ProfileSection me={me} withSession={withSession} />
			<EmailSection me={me} withSession={withSession} />
			<PasswordSection me={me} withSession={withSession} />
			<NotificationsSection withSession={withSession} />
			<ScheduleMailSection withSession={withSession} />
			<SessionsSection withSession={withSession} onSignedOut={() => leave("/auth/login")} />
			<MyDataSection withSession={withSession} />
			<DeleteSection me={me} withSession={withSession} onDeleted={() => leave("/")} />
			{dialog}
		</>
	);
}

function Said({ children }: { children: ReactNode }) {
	return <div className="grid max-w-[62ch] justify-items-start gap-4 pb-8 text-17">{children}</div>;
}

/** The session has ended: nothing of the account is shown, and what was typed waits behind it. */
function Locked({ onSignedIn }: { onSignedIn(): void }) {
	const [asked, setAsked] = useState(false);
	const answered = (signedIn: boolean) => {
		setAsked(false);
		if (signedIn) onSignedIn();
	};
	return (
		<Said>
			<p>Sign in again to see and change your settings. What you typed here is kept until then.</p>
			<Button variant="primary" onClick={() => setAsked(true)}>
				Sign in again
			</Button>
			{asked && <SignInAgain onAnswer={answered} />}
		</Said>
	);
}

function Body() {
	const account = useAccount();
	const { data: me, isError, fetchStatus, refetch } = useQuery({ ...meQuery, enabled: account.status === "known" });
	const [ready, setReady] = useState(false);
	// What is kept on this device may be old, and forms that begin with it would save it: the server comes first.
	if (!ready && me && fetchStatus !== "fetching") setReady(true);
	if (account.status !== "known") {
		return (
			<div className={account.status === "unknown" ? "in-data-account:hidden" : ""}>
				<Said>
					<p>
						<Link to="/auth/login?next=/dashboard/settings">Sign in</Link> to see and change the settings of your
						account.
					</p>
				</Said>
			</div>
		);
	}
	const { locked } = account;
	const isTheirs = ready && me?.accountId === account.account.accountId;
	return (
		<>
			{locked && <Locked onSignedIn={refetch} />}
			{isTheirs && (
				<div hidden={locked}>
					<AccountSettings key={me.accountId} me={me} />
				</div>
			)}
			{!isTheirs && !locked && isError && (
				<Said>
					<p role="alert">Your settings could not be read. Nothing was changed.</p>
					<Button variant="secondary" onClick={() => refetch()}>
						Try again
					</Button>
				</Said>
			)}
			{!isTheirs && !locked && !isError && (
				<p role="status" className="text-17 text-quiet">
					Reading your settings.
				</p>
			)}
		</>
	);
}

/** The account's own page: each part is saved by itself. */
export default function SettingsPage() {
	return (
		<div className="frame pt-8 pb-16">
			<h1 className="mb-6 font-semibold text-26 tracking-[-0.01em]">Settings</h1>
			<Body />
			<AppearanceSection />
			<StorageSection />
			<InstallSection />
			<AboutSection />
		</div>
	);
}
