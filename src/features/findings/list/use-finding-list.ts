import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { FINDING_STATES, type FindingFilter, type FindingPage } from "#contract/vulnerabilities.ts";
import { sampleFindings } from "#src/content/sample-findings.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { usePagedList } from "#src/lib/data/use-paged-list.ts";
import { matchesFindingFilter } from "#src/lib/findings/finding-filter.ts";
import { findingListQuery } from "#src/lib/findings/findings-api.ts";

const findingsOf = ({ findings }: FindingPage) => findings;

function sampleStates(filter: FindingFilter): FindingPage["states"] {
	const { state: _, ...rest } = filter;
	const found = sampleFindings.filter((finding) => matchesFindingFilter(finding, rest));
	const count = (state: string) => found.filter((finding) => finding.state === state).length;
	return Object.fromEntries(FINDING_STATES.map((state) => [state, count(state)])) as FindingPage["states"];
}

/** The findings of a filter, and how many there are in each state; null while that is not known. */
export function useFindingList(filter: FindingFilter) {
	const account = useAccount();
	const enabled = account.status === "known" && !account.locked;
	const query = useInfiniteQuery({ ...findingListQuery(filter), enabled });
	const samples = useMemo(() => sampleFindings.filter((finding) => matchesFindingFilter(finding, filter)), [filter]);
	const list = usePagedList(query, samples, findingsOf);
	const states =
		list.view.status === "samples"
			? sampleStates(filter)
			: list.view.status === "shown"
				? (query.data?.pages[0]?.states ?? null)
				: null;
	return { ...list, states };
}
