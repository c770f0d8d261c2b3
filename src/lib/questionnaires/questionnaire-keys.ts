import type { QueryClient } from "@tanstack/react-query";

/** Query key prefixes for customers' questionnaires and the library; the scope comes last. A word about one changes the others. */
export const questionnaireKeys = {
	all: ["questionnaires"],
	lists: ["questionnaires", "list"],
	detail: (id: string) => ["questionnaires", "detail", id],
	library: ["questionnaires", "library"],
} as const;

/** Refetches the questionnaires and library answers on screen. */
export const refreshQuestionnaires = (client: QueryClient): Promise<void> =>
	client.invalidateQueries({ queryKey: questionnaireKeys.all });
