import type { ReactNode } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { accountView, type Reading as QueryReading } from "#src/lib/data/account-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { Button } from "#src/ui/button.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";

type Props<T> = {
	/** What is read, such as `the people`. */
	what: string;
	reading: QueryReading<T> & { refetch(): unknown };
	children(data: T): ReactNode;
};

/** What a room of the settings reads, in every state of its query. AccountPart shows who may read it. */
export function Reading<T>({ what, reading, children }: Props<T>) {
	const view = accountView(useAccount(), reading, useOnline());
	switch (view.status) {
		case "shown":
			return (
				<>
					<StaleNote readAt={view.readAt} why={view.stale} />
					{children(view.data)}
				</>
			);
		case "failed":
			return (
				<div className="grid justify-items-start gap-4 py-4 text-15">
					<p role="alert">
						Could not load {what}. {view.why}
					</p>
					<Button variant="secondary" onClick={() => void reading.refetch()}>
						Try again
					</Button>
				</div>
			);
		case "nothing-kept":
			return (
				<p className="py-4 text-15">
					There is no connection, and this device has not saved {what}. It loads when you are back online.
				</p>
			);
		default:
			return (
				<p role="status" className="py-4 text-15 text-quiet">
					Loading {what}.
				</p>
			);
	}
}
