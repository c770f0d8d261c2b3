import type { QueryClient } from "@tanstack/react-query";

/** How the keys of what is read about customers' questionnaires and the library begin; the scope is their end. A word about one changes the others. */
export const questionnaireKeys = {
	all: ["questionnaires"],
	lists: ["questionnaires", "list"],
	detail: (id: string) => ["questionnaires", "detail", id],
	library: ["questionnaires", "library"],
} as const;

/** Reads again what is shown of questionnaires and the library. */
export const refreshQuestionnaires = (client: QueryClient): Promise<void> =>
	client.invalidateQueries({ queryKey: questionnaireKeys.all });
