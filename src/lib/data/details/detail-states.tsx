import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Button } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/page/notice.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";
import { type AccountView, accountView, type Reading } from "../account-view.ts";
import { ApiFailure } from "../api-failure.ts";

type Props<T> = {
	/** The name of the thing, singular and plural, as in `Scans belong to an account`. */
	noun: { one: string; many: string };
	/** The small line above the heading, and the heading itself until there is a title. */
	kind: string;
	/** A more specific small line, once it is known. */
	kindOf?(data: T): string;
	/** The page's heading: the thing's own name. */
	title(data: T): ReactNode;
	/** The address has no valid id. */
	missing: boolean;
	reading: Reading<T> & { refetch(): unknown };
	children(data: T): ReactNode;
};

/** One of an account's things, in every state, below its name. */
export function DetailStates<T>({ noun, kind, kindOf, title, missing, reading, children }: Props<T>) {
	const view = accountView(useAccount(), reading, useOnline());
	const isMissing = missing || (reading.error instanceof ApiFailure && reading.error.status === 404);
	const shown = view.status === "shown" && !isMissing ? view : null;
	return (
		<>
			{shown && <p className="text-15 text-quiet">{kindOf?.(shown.data) ?? kind}</p>}
			<h1 className="wrap-anywhere mt-1 mb-3 max-w-[40ch] font-semibold text-26 tracking-[-0.01em]">
				{shown ? title(shown.data) : kind}
			</h1>
			{shown ? (
				<>
					<StaleNote readAt={shown.readAt} why={shown.stale} />
					{children(shown.data)}
				</>
			) : (
				<Unshown noun={noun} view={view} isMissing={isMissing} refetch={reading.refetch} />
			)}
		</>
	);
}

type UnshownProps = {
	noun: { one: string; many: string };
	view: AccountView<unknown>;
	isMissing: boolean;
	refetch(): unknown;
};

/** Why the thing is not shown, and what to do about it. */
function Unshown({ noun, view, isMissing, refetch }: UnshownProps) {
	const { pathname } = useLocation();
	switch (view.status) {
		case "unknown":
			return (
				<Notice>
					<p>{noun.many} belong to an account, and no one is signed in here.</p>
					<Link to={`/auth/login?next=${encodeURIComponent(pathname)}`}>Sign in</Link>
				</Notice>
			);
		case "signed-out":
			return <Notice>Nothing is shown while you are signed out.</Notice>;
		case "locked":
			return <Notice>Sign in again to see this {noun.one}.</Notice>;
	}
	if (isMissing) return <Notice>You have no such {noun.one}. It may have been deleted.</Notice>;
	switch (view.status) {
		case "loading":
			return <Notice>Loading the {noun.one}.</Notice>;
		case "nothing-kept":
			return <Notice>This {noun.one} is not saved on this device. It will load when there is a connection.</Notice>;
		case "failed":
			return (
				<Notice>
					<p role="alert">
						This {noun.one} could not be loaded. {view.why}
					</p>
					<Button variant="secondary" onClick={() => void refetch()}>
						Try again
					</Button>
				</Notice>
			);
		case "shown":
			return null;
	}
}
