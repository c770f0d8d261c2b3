import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import {
	FINDING_STATES,
	type FindingFilter,
	type FindingPage,
	type ProblemPage,
} from "#contract/findings/vulnerabilities.ts";
import { sampleFindings } from "#src/content/samples/sample-findings.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { usePagedList } from "#src/lib/data/lists/use-paged-list.ts";
import { matchesFindingFilter } from "#src/lib/findings/finding-filter.ts";
import { findingListQuery, problemListQuery } from "#src/lib/findings/findings-api.ts";
import { groupProblems } from "#src/lib/findings/problems.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { FindingsView } from "./findings-address.ts";
import { type Subject, subjectOf } from "./subject.ts";

/** How many there are: in each state, and in the list. Null until known. */
export type Counts = { states: FindingPage["states"]; problems: number | null; findings: number };

const placesIn = ({ findings }: FindingPage) => findings.map((finding): Subject => ({ type: "place", finding }));
const problemsIn = ({ problems }: ProblemPage) => problems.map(subjectOf);

/** The same for the samples of a visitor. */
function sampleList(filter: FindingFilter, view: FindingsView): { subjects: Subject[]; counts: Counts } {
	const { state: _, ...rest } = filter;
	const inAnyState = sampleFindings.filter((finding) => matchesFindingFilter(finding, rest));
	const found = inAnyState.filter((finding) => matchesFindingFilter(finding, filter));
	const problems = groupProblems(found);
	const states = Object.fromEntries(
		FINDING_STATES.map((state) => [state, inAnyState.filter((finding) => finding.state === state).length]),
	) as Counts["states"];
	return {
		subjects: view === "problems" ? problems.map(subjectOf) : found.map((finding) => ({ type: "place", finding })),
		counts: { states, problems: problems.length, findings: found.length },
	};
}

/** The problems or the places of a filter, and how many there are. */
export function useFindingList(filter: FindingFilter, view: FindingsView) {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const problems = useInfiniteQuery({ ...problemListQuery(filter, scope), enabled: enabled && view === "problems" });
	const places = useInfiniteQuery({ ...findingListQuery(filter, scope), enabled: enabled && view === "places" });
	const samples = useMemo(() => sampleList(filter, view), [filter, view]);
	const problemList = usePagedList(problems, samples.subjects, problemsIn);
	const placeList = usePagedList(places, samples.subjects, placesIn);
	const list = view === "problems" ? problemList : placeList;
	return { ...list, counts: list.view.status === "samples" ? samples.counts : countsOf() };

	function countsOf(): Counts | null {
		if (list.view.status !== "shown") return null;
		if (view === "places") {
			const page = places.data?.pages[0];
			return page ? { states: page.states, problems: null, findings: page.total } : null;
		}
		const page = problems.data?.pages[0];
		return page ? { states: page.states, problems: page.total, findings: page.findings } : null;
	}
}
