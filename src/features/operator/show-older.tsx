import type { InfiniteQueryObserverResult } from "@tanstack/react-query";
import { Button } from "#src/ui/button.tsx";

type Props = { reading: Pick<InfiniteQueryObserverResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"> };

/** The next page of a list, newest first. Nothing at its end. */
export function ShowOlder({ reading: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Props) {
	if (!hasNextPage) return null;
	return (
		<div className="mt-4">
			<Button variant="secondary" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
				{isFetchingNextPage ? "Loading…" : "Show older"}
			</Button>
		</div>
	);
}
