import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { counted } from "#contract/format/count.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { type KeptHow, keptHow, type LeftBehind, leftBehind } from "#src/lib/outbox/left-behind.ts";
import { watchEntries } from "#src/lib/outbox/watch-entries.ts";
import { isSealed } from "#src/lib/sealing/shown.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";

type Props = {
	/** Signs out. Called when nothing waits or the user has decided about what does. `kept`: what stays. */
	onSignOut(kept: KeptHow): void;
	onCancel(): void;
};

const NOTHING: LeftBehind = { own: [], others: [] };
const all = ({ own, others }: LeftBehind): Entry[] => [...own, ...others];

/** Who can read what is kept. */
function readableText(own: readonly Entry[]): string {
	const one = own.length === 1;
	if (keptHow(own) === "sealed") {
		return `encrypted. Only the server can open ${one ? "it" : "them"}; how many there are, for which workspace, and their sizes can be seen.`;
	}
	const open = own.filter((entry) => !isSealed(entry)).length;
	const which = open === own.length ? (one ? "it" : "them") : counted(open, "request");
	const how = open === own.length ? "not encrypted" : `${open} of them not encrypted`;
	return `${how}. This app shows ${one ? "it" : "them"} to no one else, but anyone who can use this browser profile can read ${which}. On a shared device, send, export or discard first.`;
}

/** What happens to requests that are kept. */
function KeptText({ own, others }: LeftBehind) {
	const one = own.length === 1;
	return (
		<>
			{own.length > 0 && (
				<p className="mt-2 text-15">
					You requested {one ? "it" : "them"} with your account, and {one ? "it has" : "they have"} not been sent. If
					you keep {one ? "it, it" : "them, they"} will be sent after your next sign-in on this device.
				</p>
			)}
			{own.length > 0 && (
				<p className="mt-2 text-15">
					Until then {one ? "it stays" : "they stay"} in this browser, {readableText(own)}
				</p>
			)}
			{others.length > 0 && (
				<p className="mt-2 text-15">
					{others.length === 1 ? "One request belongs" : `${others.length} requests belong`} to no account. If you keep{" "}
					{others.length === 1 ? "it" : "them"}, the next person who uses this browser sees{" "}
					{others.length === 1 ? "it" : "them"}.
				</p>
			)}
		</>
	);
}

/** Asks, before a sign-out, what to do with the waiting requests. If there are none, it signs out at once. */
export function SignOutDialog({ onSignOut, onCancel }: Props) {
	const account = useAccount();
	const accountId = account.status === "known" ? account.account.accountId : null;
	const dialog = useRef<HTMLDialogElement>(null);
	const navigate = useNavigate();
	/** Null until the first read. */
	const [left, setLeft] = useState<LeftBehind | null>(null);
	const [progress, setProgress] = useState("");
	const isOver = useRef(false);

	function signOut(kept: KeptHow): void {
		if (isOver.current) return;
		isOver.current = true;
		onSignOut(kept);
	}
	const first = useRef(true);
	/** Null if storage could not be read; then the previous result still counts. */
	const update = (now: LeftBehind | null) => {
		if (first.current && (now === null || all(now).length === 0)) signOut("nothing");
		else if (now) setLeft(now);
		first.current = false;
	};
	const latest = useRef(update);
	latest.current = update;
	// Other tabs and the worker keep going, so the question must reflect the current entries.
	useEffect(
		() =>
			watchEntries(browserOutbox(), (reading) =>
				latest.current(reading.ok ? leftBehind(reading.entries, accountId) : null),
			),
		[accountId],
	);
	const shown = left !== null;
	useLayoutEffect(() => {
		if (shown) dialog.current?.showModal();
	}, [shown]);
	if (!left) return null;

	const read = async () => leftBehind(await browserOutbox().list(), accountId);
	const ids = all(left).map(({ id }) => id);
	const count = ids.length;

	async function sendFirst(): Promise<void> {
		setProgress("Sending.");
		const rest = await browserOutbox()
			.hurry(ids)
			.then(() => browserOutbox().replay({ reconnected: true }))
			.then(read)
			.catch(() => left ?? NOTHING);
		const { length } = all(rest);
		if (length === 0) return signOut("nothing");
		setLeft(rest);
		setProgress(`${length === 1 ? "One" : length} could not be sent now. Keep or discard what is left.`);
	}

	async function discard(): Promise<void> {
		try {
			await browserOutbox().discardAll(ids);
			const known = new Set(ids);
			const rest = await read();
			const isNew = all(rest).some(({ id }) => !known.has(id));
			if (!isNew) return signOut(keptHow(all(rest)));
			// It was saved after the question was shown.
			setLeft(rest);
			setProgress("Something was saved in the meantime. It is still here.");
		} catch (error) {
			setProgress(error instanceof Error ? error.message : "");
		}
	}

	return (
		<dialog
			ref={dialog}
			aria-labelledby="sign-out-question"
			onCancel={onCancel}
			className="mx-auto mt-auto mb-0 max-h-[90dvh] w-full max-w-md overflow-y-auto overscroll-contain rounded-t-card border border-line-strong bg-raised p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] text-ink shadow-float backdrop:bg-ink/40 open:arrive md:my-auto md:rounded-card md:p-8"
		>
			<h2 id="sign-out-question" className="font-semibold text-20">
				{count === 0
					? "Nothing is waiting any more"
					: count === 1
						? "One request is still waiting"
						: `${count} requests are still waiting`}
			</h2>
			{count === 0 ? (
				<p className="mt-2 text-15">You can sign out now.</p>
			) : (
				<>
					<KeptText {...left} />
					<p role="status" className="mt-2 text-15 empty:hidden">
						{progress}
					</p>
				</>
			)}
			<div className="mt-5 grid gap-3">
				{count === 0 ? (
					<Button variant="primary" wide onClick={() => signOut("nothing")}>
						Sign out
					</Button>
				) : (
					<>
						<Button variant="primary" wide onClick={() => void sendFirst()}>
							Send now, then sign out
						</Button>
						<Button variant="secondary" wide onClick={() => signOut(keptHow(all(left)))}>
							{left.own.length > 0 ? "Keep for me and sign out" : "Keep and sign out"}
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
						<Button variant="secondary" wide onClick={() => void discard()}>
							Discard and sign out
						</Button>
					</>
				)}
				<Button variant="plain" onClick={onCancel}>
					Stay signed in
				</Button>
			</div>
		</dialog>
	);
}
