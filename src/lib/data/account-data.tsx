import type { ReactNode } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { Button } from "#src/ui/button.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";
import { accountView, type Reading } from "./account-view.ts";
import { ListMessage } from "./lists/list-message.tsx";

type Props<T> = {
	/** What is being read, such as `the people`. */
	what: string;
	reading: Reading<T> & { refetch(): unknown };
	/** For data that is never stored: why it is not on this device. */
	notKept?: string;
	/** Placeholder shown while it loads. */
	toCome?: ReactNode;
	children(data: T): ReactNode;
};

/** Account data on a screen, in every state of its query. The surrounding screen handles who may see it. */
export function AccountData<T>({ what, reading, notKept, toCome, children }: Props<T>) {
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
				<ListMessage>
					<p role="alert">
						Could not load {what}. {view.why}
					</p>
					<Button variant="secondary" onClick={() => void reading.refetch()}>
						Try again
					</Button>
				</ListMessage>
			);
		case "nothing-kept":
			return (
				<ListMessage>
					There is no connection. {notKept ?? `This device has not saved ${what}. It loads when you are back online.`}
				</ListMessage>
			);
		default:
			return (
				<>
					<p role="status" className={toCome ? "sr-only" : "py-4 text-15 text-quiet"}>
						Loading {what}.
					</p>
					{toCome}
				</>
			);
	}
}
