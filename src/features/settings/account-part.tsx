import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Me } from "#contract/accounts/accounts.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { meQuery } from "#src/lib/session/me-query.ts";
import { SignInAgain } from "#src/lib/session/sign-in/sign-in-again.tsx";
import { useSignInAgain, type WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { signOut } from "#src/lib/session/sign-out.ts";
import { Button } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/page/notice.tsx";
import { SignInFirst } from "./sign-in-first.tsx";

/** What a section of the account's settings gets. */
type Own = {
	me: Me;
	withSession: WithSession;
	/** Ends the session here and goes to `path`. */
	leave(path: string): Promise<void>;
};

type Props = { children(own: Own): ReactNode };

function Sections({ me, children }: Props & { me: Me }) {
	const { withSession, dialog } = useSignInAgain();
	const navigate = useNavigate();
	const leave = async (path: string) => {
		await signOut();
		navigate(path);
	};
	return (
		<>
			{children({ me, withSession, leave })}
			{dialog}
		</>
	);
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

/** Sections that only the account's own session may see, or why they are not shown. */
export function AccountPart({ children }: Props) {
	const account = useAccount();
	const { data: me, isError, fetchStatus, refetch } = useQuery({ ...meQuery, enabled: account.status === "known" });
	const [ready, setReady] = useState(false);
	// The copy on this device may be old, and a form filled from it would save it: wait for the server.
	if (!ready && me && fetchStatus !== "fetching") setReady(true);
	if (account.status !== "known") return <SignInFirst />;
	const { locked } = account;
	if (ready && me?.accountId === account.account.accountId) {
		return (
			<>
				{locked && <Locked onSignedIn={refetch} />}
				<div hidden={locked}>
					<Sections key={me.accountId} me={me}>
						{children}
					</Sections>
				</div>
			</>
		);
	}
	if (locked) return <Locked onSignedIn={refetch} />;
	if (isError) {
		return (
			<Notice>
				<p role="alert">Your settings could not be loaded. Nothing was changed.</p>
				<Button variant="secondary" onClick={() => refetch()}>
					Try again
				</Button>
			</Notice>
		);
	}
	// It retries by itself.
	if (fetchStatus === "paused") {
		return (
			<Notice>
				<p role="status">
					There is no connection. This device has not saved your settings. They load when you are back online.
				</p>
			</Notice>
		);
	}
	return (
		<p role="status" className="text-17 text-quiet">
			Loading your settings.
		</p>
	);
}
