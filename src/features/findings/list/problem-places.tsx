import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TrackedProblem } from "#contract/findings/vulnerabilities.ts";
import { counted } from "#contract/format/count.ts";
import { findingListQuery } from "#src/lib/findings/findings-api.ts";
import { placesFilter } from "#src/lib/findings/problems.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import type { Deciding } from "./deciding.ts";
import { PlaceRow } from "./place-row.tsx";

type Props = { problem: TrackedProblem; deciding: Deciding; isChosen: boolean };

/** A problem's places: the first ones came with it, the others are read page by page on demand. */
export function ProblemPlaces({ problem, deciding, isChosen }: Props) {
	const { scope } = useScope();
	const [isAll, setAll] = useState(false);
	const query = useInfiniteQuery({
		...findingListQuery(placesFilter(deciding.filter, problem), scope),
		enabled: isAll && !deciding.sample,
	});
	const read = (query.data?.pages ?? []).flatMap(({ findings }) => findings);
	const places = read.length > problem.places.length ? read : problem.places;
	const left = problem.findings - places.length;
	const more = () => {
		if (!isAll) setAll(true);
		else if (query.hasNextPage) void query.fetchNextPage();
		else void query.refetch();
	};
	return (
		<>
			<ul aria-label={`Places of ${problem.title}`}>
				{places.map((finding) => (
					<li key={finding.fingerprint}>
						<PlaceRow finding={finding} deciding={deciding} inside={{ isChosen }} />
					</li>
				))}
			</ul>
			{(query.isError || query.isPaused) && left > 0 && (
				<p role="alert" className="pt-2 text-13">
					The other {counted(left, "place")} could not be loaded. They need a connection.
				</p>
			)}
			{left > 0 && (
				<TextButton disabled={query.isFetching} onClick={more}>
					{query.isFetching ? "Loading…" : `Show more of ${counted(left, "other place")}`}
				</TextButton>
			)}
		</>
	);
}
