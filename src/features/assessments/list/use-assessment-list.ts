import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { AssessmentPage, AssessmentSummary } from "#contract/assessments/assessments.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { assessmentListQuery } from "#src/lib/assessments/assessments-api.ts";
import { usePagedList } from "#src/lib/data/lists/use-paged-list.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";

const NONE: readonly AssessmentSummary[] = [];

/** The assessments that the server has. */
export function useAssessmentList() {
	const account = useAccount();
	const { scope } = useScope();
	const query = useInfiniteQuery({
		...assessmentListQuery({}, scope),
		enabled: account.status === "known" && !account.locked,
		select: ({ pages, pageParams }) => {
			const total = pages.reduce((sum, page) => sum + page.assessments.length, 0);
			return { pageParams, pages: pages.map((page) => ({ ...page, total })) };
		},
	});
	const assessmentsIn = useCallback((page: AssessmentPage & { total: number }) => page.assessments, []);
	return usePagedList(query, NONE, assessmentsIn);
}
