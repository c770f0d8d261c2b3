import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useAccount } from "#src/lib/account/use-account.ts";
import { browserOutbox } from "#src/outbox/browser.ts";
import { type Entry, isWaiting } from "#src/outbox/entry.ts";
import { Button } from "#src/ui/button.tsx";

type Props = {
	/** Signs out. Called when the account has no waiting requests or the user has decided about them. `kept`: some stay. */
	onSignOut(kept: boolean): void;
	onCancel(): void;
};

/** Asks, before a sign-out, what to do with the account's waiting requests. If there are none, it signs out at once. */
export function SignOutDialog({ onSignOut, onCancel }: Props) {
	const account = useAccount();
	const owner = account.status === "known" ? account.account.accountId : null;
	const dialog = useRef<HTMLDialogElement>(null);
	const navigate = useNavigate();
	const [waiting, setWaiting] = useState<Entry[] | null>(null);
	const [progress, setProgress] = useState("");
	const decided = useRef(onSignOut);
	decided.current = onSignOut;

	const read = async () => (await browserOutbox().list()).filter((entry) => entry.owner === owner && isWaiting(entry));

	// biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the dialog opens.
	useEffect(() => {
		read().then(
			(entries) => (entries.length === 0 ? decided.current(false) : setWaiting(entries)),
			() => decided.current(false),
		);
	}, []);
	const shown = waiting !== null;
	useLayoutEffect(() => {
		if (shown) dialog.current?.showModal();
	}, [shown]);
	if (!waiting) return null;

	const ids = waiting.map(({ id }) => id);
	const one = waiting.length === 1;

	async function sendFirst(): Promise<void> {
		setProgress("Sending.");
		const left = await browserOutbox()
			.hurry(ids)
			.then(() => browserOutbox().replay({ reconnected: true }))
			.then(read)
			.catch(() => waiting ?? []);
		if (left.length === 0) return onSignOut(false);
		setWaiting(left);
		setProgress(`${left.length === 1 ? "One" : left.length} could not be sent now. Keep or discard what is left.`);
	}

	return (
		<dialog
			ref={dialog}
			aria-labelledby="sign-out-question"
			onCancel={onCancel}
			className="mx-auto mt-auto mb-0 w-full max-w-md overscroll-contain rounded-t-card border border-line-strong bg-raised p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] text-ink shadow-float backdrop:bg-ink/40 open:arrive md:my-auto md:rounded-card md:p-8"
		>
			<h2 id="sign-out-question" className="font-semibold text-20">
				{one ? "One request is still waiting" : `${waiting.length} requests are still waiting`}
			</h2>
			<p className="mt-2 text-15">
				You requested {one ? "it" : "them"} with your account, and {one ? "it has" : "they have"} not been sent. If you
				keep {one ? "it, it" : "them, they"} will be sent after your next sign-in on this device.
			</p>
			<p className="mt-2 text-15">
				Until then {one ? "it stays" : "they stay"} in this browser, not encrypted. This app shows {one ? "it" : "them"}{" "}
				to no one else, but anyone who can use this browser profile can read {one ? "it" : "them"}. On a shared device,
				send, export or discard first.
			</p>
			<p role="status" className="mt-2 text-15 empty:hidden">
				{progress}
			</p>
			<div className="mt-5 grid gap-3">
				<Button variant="primary" wide onClick={() => void sendFirst()}>
					Send now, then sign out
				</Button>
				<Button variant="secondary" wide onClick={() => onSignOut(true)}>
					Keep for me and sign out
				</Button>
				<Button
					variant="secondary"
					wide
					onClick={() => {
						onCancel();
						navigate("/dashboard/outbox?hand-over");
					}}
				>
					Export first
				</Button>
				<Button
					variant="secondary"
					wide
					onClick={() =>
						void browserOutbox()
							.discardAll(ids)
							.then(
								(discarded) => onSignOut(discarded.length < ids.length),
								(error: Error) => setProgress(error.message),
							)
					}
				>
					Discard and sign out
				</Button>
				<Button variant="plain" onClick={onCancel}>
					Stay signed in
				</Button>
			</div>
		</dialog>
	);
}
