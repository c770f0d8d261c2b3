import { useEffect, useRef, useState } from "react";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { browserLock } from "#src/lib/lock/browser-lock.ts";
import type { LockState } from "#src/lib/lock/lock-state.ts";
import { Button } from "#src/ui/button.tsx";
import { Wordmark } from "#src/ui/page/wordmark.tsx";
import { ForgotForm } from "./forgot-form.tsx";
import { LockedPhoto } from "./locked-photo.tsx";
import { UnlockForm } from "./unlock-form.tsx";

type Locked = Extract<LockState, { status: "locked" }>;

/** The window title while it is shown, instead of the previous screen's title. */
function useOwnTitle(): void {
	useEffect(() => {
		const before = document.title;
		document.title = `Locked | ${site.name}`;
		return () => {
			document.title = before;
		};
	}, []);
}

/** The browser's storage does not respond. */
const Unread = () => (
	<>
		<p className="text-17">
			This browser’s storage did not answer, so the lock could not be read. Nothing was changed. Reload the page to try
			again.
		</p>
		<Button variant="primary" onClick={() => location.reload()}>
			Reload
		</Button>
	</>
);

/** Replaces the dashboard while it is locked. No account data is rendered behind it. */
export default function LockScreen({ state }: { state: Locked }) {
	const account = useAccount();
	const [forgot, setForgot] = useState(false);
	const heading = useRef<HTMLHeadingElement>(null);
	useOwnTitle();
	// In a tab that was just opened, this may run before the lock has been read.
	const [read, setRead] = useState(false);
	useEffect(() => void browserLock.ready().then(() => setRead(true)), []);
	const email = account.status === "known" ? account.account.email : null;
	const close = () => {
		setForgot(false);
		heading.current?.focus();
	};
	return (
		<main id="main" tabIndex={-1} className="grid grow place-items-start px-5 pt-[env(safe-area-inset-top)] pb-16">
			<div className="mx-auto grid w-full max-w-sm gap-5">
				<div className="flex h-16">
					<Wordmark />
				</div>
				<div className="md:mt-8">
					<h1 ref={heading} tabIndex={-1} className="mb-2 font-semibold font-serif text-34 tracking-[-0.015em]">
						Locked
					</h1>
					{email !== null && <p className="wrap-anywhere text-15 text-quiet">{email}</p>}
				</div>
				{forgot && email !== null ? (
					<ForgotForm email={email} onCancel={close} />
				) : state.ways.length > 0 ? (
					<>
						<UnlockForm state={state} />
						{account.status === "known" && <LockedPhoto accountId={account.account.accountId} />}
						{email !== null && (
							<div className="border-line border-t pt-3">
								<Button variant="plain" onClick={() => setForgot(true)}>
									{state.ways.includes("pin") ? "Forgot your PIN?" : "Passkey lost?"}
								</Button>
							</div>
						)}
					</>
				) : (
					read && <Unread />
				)}
			</div>
		</main>
	);
}
