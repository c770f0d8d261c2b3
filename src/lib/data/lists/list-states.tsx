import type { ReactNode } from "react";
import { Button } from "#src/ui/button.tsx";
import { usePrerendered } from "#src/ui/hooks/use-prerendered.ts";
import { RowsToCome } from "#src/ui/list/rows-to-come.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";
import { ListMessage } from "./list-message.tsx";
import type { usePagedList } from "./use-paged-list.ts";

type Props<T> = {
	/** The name of the things, singular and plural. */
	noun: { one: string; many: string };
	list: ReturnType<typeof usePagedList<T, never>>;
	/** How many filters are set. */
	filtered: number;
	/** What an empty list without a filter says. */
	empty: ReactNode;
	onClear(): void;
	/** The list itself, with at least one item. */
	children(items: readonly T[], about: { sample: boolean; total: number }): ReactNode;
};

/** A list of an account's things, in every state of its query. */
export function ListStates<T>({ noun, list, filtered, empty, onClear, children }: Props<T>) {
	const { view, again, retry } = list;
	const prerendered = usePrerendered();
	switch (view.status) {
		case "loading":
			return (
				<>
					<p role="status" className="sr-only">
						Loading your {noun.many}.
					</p>
					<RowsToCome />
				</>
			);
		case "nothing-kept":
			return (
				<ListMessage>
					Nothing is saved on this device yet. Your {noun.many} will load when there is a connection.
				</ListMessage>
			);
		case "failed":
			return (
				<ListMessage>
					<p role="alert">
						Your {noun.many} could not be loaded. {view.why}
					</p>
					<Button variant="secondary" onClick={retry}>
						Try again
					</Button>
				</ListMessage>
			);
		case "locked":
			return <ListMessage>Sign in again to see your {noun.many}.</ListMessage>;
		case "signed-out":
			return <ListMessage>Nothing is shown while you are signed out.</ListMessage>;
		case "samples":
		case "shown": {
			const sample = view.status === "samples";
			const { items } = view;
			const body =
				items.length > 0 ? (
					children(items, { sample, total: view.status === "shown" ? view.total : items.length })
				) : (
					<ListMessage>
						{filtered > 0 ? (
							<>
								<p>No {noun.one} passes the filter.</p>
								<Button variant="secondary" onClick={onClear}>
									Clear the filter
								</Button>
							</>
						) : (
							<p>{empty}</p>
						)}
					</ListMessage>
				);
			return (
				<>
					{view.status === "shown" && view.stale !== null && (
						<div className="mt-4">
							<StaleNote readAt={view.readAt} why={view.stale} />
						</div>
					)}
					<div className={sample ? "in-data-account:hidden" : ""}>{body}</div>
					{sample && prerendered && (
						<div className="hidden in-data-account:block">
							<RowsToCome />
						</div>
					)}
					{again && (
						<ListMessage>
							<p role="alert">The next {noun.many} could not be loaded.</p>
							<Button variant="secondary" onClick={again}>
								Try again
							</Button>
						</ListMessage>
					)}
				</>
			);
		}
	}
}
