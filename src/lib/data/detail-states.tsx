import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { Button } from "#src/ui/button.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";
import { accountView, type Reading } from "./account-view.ts";
import { ApiFailure } from "./api.ts";

type Props<T> = {
	/** The name of the thing, singular and plural, as in `Scans belong to an account`. */
	noun: { one: string; many: string };
	/** The address cannot name one, so the server need not be asked. */
	missing: boolean;
	reading: Reading<T> & { refetch(): unknown };
	children(data: T): ReactNode;
};

const Message = ({ children }: { children: ReactNode }) => (
	<div className="grid max-w-[62ch] justify-items-start gap-4 text-17">{children}</div>
);

/** One of an account's things, in every state of its query. */
export function DetailStates<T>({ noun, missing, reading, children }: Props<T>) {
	const { pathname } = useLocation();
	const view = accountView(useAccount(), reading, useOnline());
	switch (view.status) {
		case "unknown":
			return (
				<Message>
					<p>{noun.many} belong to an account, and no one is signed in here.</p>
					<Link to={`/auth/login?next=${encodeURIComponent(pathname)}`}>Sign in</Link>
				</Message>
			);
		case "signed-out":
			return <Message>Nothing is shown while you are signed out.</Message>;
		case "locked":
			return <Message>Sign in again to see this {noun.one}.</Message>;
	}
	if (missing || (reading.error instanceof ApiFailure && reading.error.status === 404)) {
		return <Message>You have no such {noun.one}. It may have been deleted.</Message>;
	}
	switch (view.status) {
		case "loading":
			return <Message>Loading the {noun.one}.</Message>;
		case "nothing-kept":
			return <Message>This {noun.one} is not saved on this device. It will load when there is a connection.</Message>;
		case "failed":
			return (
				<Message>
					<p role="alert">
						This {noun.one} could not be loaded. {view.why}
					</p>
					<Button variant="secondary" onClick={() => void reading.refetch()}>
						Try again
					</Button>
				</Message>
			);
		case "shown":
			return (
				<>
					<StaleNote readAt={view.readAt} why={view.stale} />
					{children(view.data)}
				</>
			);
	}
}
