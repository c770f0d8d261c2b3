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
import { DeleteSection } from "./account/delete-section.tsx";
import { EmailSection } from "./account/email-section.tsx";
import { MyDataSection } from "./account/my-data-section.tsx";
import { PasswordSection } from "./account/password-section.tsx";
import { ProfileSection } from "./account/profile-section.tsx";
import { SessionsSection } from "./account/sessions-section.tsx";
import { AboutSection } from "./device/about-section.tsx";
import { AppearanceSection } from "./device/appearance-section.tsx";
import { InstallSection } from "./device/install-section.tsx";
import { StorageSection } from "./device/storage-section.tsx";
import { NotificationsSection } from "./notifications/notifications-section.tsx";
import { ScheduleMailSection } from "./notifications/schedule-mail-section.tsx";

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

function Notice({ children }: { children: ReactNode }) {
	return <div className="grid max-w-[62ch] justify-items-start gap-4 pb-8 text-17">{children}</div>;
}

/** The session has ended: the account's data is hidden, and what was typed is kept. */
function Locked({ onSignedIn }: { onSignedIn(): void }) {
	const [asked, setAsked] = useState(false);
	const answered = (signedIn: boolean) => {
		setAsked(false);
		if (signedIn) onSignedIn();
	};
	return (
		<Notice>
			<p>Sign in again to see and change your settings. What you typed here is kept until then.</p>
			<Button variant="primary" onClick={() => setAsked(true)}>
				Sign in again
			</Button>
			{asked && <SignInAgain onAnswer={answered} />}
		</Notice>
	);
}

function Body() {
	const account = useAccount();
	const { data: me, isError, fetchStatus, refetch } = useQuery({ ...meQuery, enabled: account.status === "known" });
	const [ready, setReady] = useState(false);
	// The copy on this device may be old, and a form filled from it would save it: wait for the server.
	if (!ready && me && fetchStatus !== "fetching") setReady(true);
	if (account.status !== "known") {
		return (
			<div className={account.status === "unknown" ? "in-data-account:hidden" : ""}>
				<Notice>
					<p>
						<Link to="/auth/login?next=/dashboard/settings">Sign in</Link> to see and change the settings of your
						account.
					</p>
				</Notice>
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
				<Notice>
					<p role="alert">Your settings could not be loaded. Nothing was changed.</p>
					<Button variant="secondary" onClick={() => refetch()}>
						Try again
					</Button>
				</Notice>
			)}
			{!isTheirs && !locked && !isError && (
				<p role="status" className="text-17 text-quiet">
					Loading your settings.
				</p>
			)}
		</>
	);
}

/** The account's settings: each section is saved separately. */
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
