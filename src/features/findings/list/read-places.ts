import type { QueryClient } from "@tanstack/react-query";
import type { FindingFilter, TrackedFinding, TrackedProblem } from "#contract/findings/vulnerabilities.ts";
import { PAGE_LIMIT } from "#contract/scans/scan-query.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { findingListQuery } from "#src/lib/findings/findings-api.ts";
import { placesFilter } from "#src/lib/findings/problems.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";

/** The places of a problem that are on this device: all that were read, or those that came with it. */
export function placesOnDevice(client: QueryClient, scope: WorkScope, problem: TrackedProblem, filter: FindingFilter) {
	const { queryKey } = findingListQuery(placesFilter(filter, problem), scope);
	const read = (client.getQueryData(queryKey)?.pages ?? []).flatMap(({ findings }) => findings);
	return read.length > problem.places.length ? read : problem.places;
}

/** All places of a problem that pass a filter; null if they are not here and cannot be loaded now. */
export async function readPlaces(
	client: QueryClient,
	scope: WorkScope,
	problem: TrackedProblem,
	filter: FindingFilter,
): Promise<readonly TrackedFinding[] | null> {
	if (problem.places.length >= problem.findings) return problem.places;
	const query = findingListQuery(placesFilter(filter, problem), scope);
	try {
		// Without a network, a retry would wait for it. What was just read may be only the first page.
		await client.fetchInfiniteQuery({
			...query,
			retry: false,
			staleTime: 0,
			pages: Math.ceil(problem.findings / PAGE_LIMIT),
		});
	} catch (error) {
		if (!(error instanceof ApiFailure)) throw error;
	}
	const places = placesOnDevice(client, scope, problem, filter);
	return places.length >= problem.findings ? places : null;
}
