import type { InfiniteQueryObserverResult } from "@tanstack/react-query";
import { Button } from "#src/ui/button.tsx";

type Props = {
	/** The label; the default suits a list with the newest first. */
	label?: string;
	reading: Pick<InfiniteQueryObserverResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
};

/** Loads the next page of a list. Renders nothing at the end. */
export function ShowOlder({
	label = "Show older",
	reading: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: Props) {
	if (!hasNextPage) return null;
	return (
		<div className="mt-4">
			<Button variant="secondary" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
				{isFetchingNextPage ? "Loading…" : label}
			</Button>
		</div>
	);
}
