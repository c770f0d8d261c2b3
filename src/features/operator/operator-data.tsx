import type { ReactNode } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { accountView, type Reading } from "#src/lib/data/account-view.ts";
import { ListMessage } from "#src/lib/data/list-message.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { Button } from "#src/ui/button.tsx";
import { RowsToCome } from "#src/ui/list/rows-to-come.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";

type Props<T> = {
	/** What is read, such as `the leads`. */
	what: string;
	reading: Reading<T> & { refetch(): unknown };
	children(data: T): ReactNode;
};

/** What operators read, in every state of its query. The page itself shows who may read it. */
export function OperatorData<T>({ what, reading, children }: Props<T>) {
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
			return <ListMessage>There is no connection. Other people’s data is never saved on a device.</ListMessage>;
		default:
			return (
				<>
					<p role="status" className="sr-only">
						Loading {what}.
					</p>
					<RowsToCome />
				</>
			);
	}
}
