import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Questionnaire, QuestionnairePage, QuestionnaireState } from "#contract/questionnaires/questionnaires.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { usePagedList } from "#src/lib/data/lists/use-paged-list.ts";
import { questionnaireListQuery } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";

const NONE: readonly Questionnaire[] = [];

/** The questionnaires in a state, as the server has them. */
export function useQuestionnaireList(state: QuestionnaireState) {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const query = useInfiniteQuery({
		...questionnaireListQuery({ state }, scope),
		enabled,
		select: (data) => ({ ...data, pages: data.pages.map((page) => ({ ...page, total: page.counts[state] })) }),
	});
	const questionnairesIn = useCallback((page: QuestionnairePage & { total: number }) => page.questionnaires, []);
	const list = usePagedList(query, NONE, questionnairesIn);
	return { ...list, counts: query.data?.pages[0]?.counts };
}
